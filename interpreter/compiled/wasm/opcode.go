package wasm

// Opcode is an instruction. Vector instructions lie above vectorBase.
type Opcode uint16

const vectorBase Opcode = 0x1000

// Instructions with indices, written through methods of Func.
const (
	opBlock     = 0x02
	opLoop      = 0x03
	opIf        = 0x04
	opElse      = 0x05
	opEnd       = 0x0B
	opBr        = 0x0C
	opBrIf      = 0x0D
	opBrTable   = 0x0E
	opCall      = 0x10
	opLocalGet  = 0x20
	opLocalSet  = 0x21
	opLocalTee  = 0x22
	opGlobalGet = 0x23
	opGlobalSet = 0x24
)

// Instructions without immediates, loads, stores and constants.
const (
	Unreachable Opcode = 0x00
	Return      Opcode = 0x0F
	Drop        Opcode = 0x1A
	Select      Opcode = 0x1B

	I32Load    Opcode = 0x28
	I64Load    Opcode = 0x29
	I32Load8S  Opcode = 0x2C
	I32Load8U  Opcode = 0x2D
	I32Load16S Opcode = 0x2E
	I32Load16U Opcode = 0x2F
	I64Load8U  Opcode = 0x31
	I64Load16U Opcode = 0x33
	I64Load32U Opcode = 0x35
	I32Store   Opcode = 0x36
	I64Store   Opcode = 0x37
	I32Store8  Opcode = 0x3A
	I32Store16 Opcode = 0x3B
	I64Store8  Opcode = 0x3C
	I64Store16 Opcode = 0x3D
	I64Store32 Opcode = 0x3E

	I32Const Opcode = 0x41
	I64Const Opcode = 0x42

	I32Eqz Opcode = 0x45
	I32Eq  Opcode = 0x46
	I32Ne  Opcode = 0x47
	I32LtS Opcode = 0x48
	I32LtU Opcode = 0x49
	I32GtS Opcode = 0x4A
	I32GtU Opcode = 0x4B
	I32LeS Opcode = 0x4C
	I32LeU Opcode = 0x4D
	I32GeS Opcode = 0x4E
	I32GeU Opcode = 0x4F
	I64Eqz Opcode = 0x50
	I64Eq  Opcode = 0x51
	I64Ne  Opcode = 0x52
	I64LtS Opcode = 0x53
	I64LtU Opcode = 0x54
	I64GtS Opcode = 0x55
	I64GtU Opcode = 0x56
	I64LeS Opcode = 0x57
	I64LeU Opcode = 0x58
	I64GeS Opcode = 0x59
	I64GeU Opcode = 0x5A

	I32Clz    Opcode = 0x67
	I32Ctz    Opcode = 0x68
	I32Popcnt Opcode = 0x69
	I32Add    Opcode = 0x6A
	I32Sub    Opcode = 0x6B
	I32Mul    Opcode = 0x6C
	I32DivS   Opcode = 0x6D
	I32DivU   Opcode = 0x6E
	I32RemS   Opcode = 0x6F
	I32RemU   Opcode = 0x70
	I32And    Opcode = 0x71
	I32Or     Opcode = 0x72
	I32Xor    Opcode = 0x73
	I32Shl    Opcode = 0x74
	I32ShrS   Opcode = 0x75
	I32ShrU   Opcode = 0x76
	I64Clz    Opcode = 0x79
	I64Ctz    Opcode = 0x7A
	I64Popcnt Opcode = 0x7B
	I64Add    Opcode = 0x7C
	I64Sub    Opcode = 0x7D
	I64Mul    Opcode = 0x7E
	I64DivU   Opcode = 0x80
	I64RemU   Opcode = 0x82
	I64And    Opcode = 0x83
	I64Or     Opcode = 0x84
	I64Xor    Opcode = 0x85
	I64Shl    Opcode = 0x86
	I64ShrS   Opcode = 0x87
	I64ShrU   Opcode = 0x88
	I64Rotl   Opcode = 0x89
	I64Rotr   Opcode = 0x8A

	I32WrapI64    Opcode = 0xA7
	I64ExtendI32S Opcode = 0xAC
	I64ExtendI32U Opcode = 0xAD
	I32Extend8S   Opcode = 0xC0
	I32Extend16S  Opcode = 0xC1
)

// Vector instructions.
const (
	V128Load  = vectorBase + 0x00
	V128Store = vectorBase + 0x0B
	V128Const = vectorBase + 0x0C

	I8x16Swizzle = vectorBase + 0x0E
	I8x16Splat   = vectorBase + 0x0F
	I16x8Splat   = vectorBase + 0x10
	I32x4Splat   = vectorBase + 0x11
	I64x2Splat   = vectorBase + 0x12

	I64x2ExtractLane = vectorBase + 0x1D
	I64x2ReplaceLane = vectorBase + 0x1E
	I64x2Add         = vectorBase + 0xCE
	I32x4ExtractLane = vectorBase + 0x1B

	I8x16Eq  = vectorBase + 0x23
	I8x16Ne  = vectorBase + 0x24
	I8x16LtU = vectorBase + 0x26
	I8x16GtU = vectorBase + 0x28
	I8x16LeU = vectorBase + 0x2A
	I8x16GeU = vectorBase + 0x2C
	I16x8Eq  = vectorBase + 0x2D
	I16x8Ne  = vectorBase + 0x2E
	I16x8LtU = vectorBase + 0x30
	I16x8GtU = vectorBase + 0x32
	I16x8LeU = vectorBase + 0x34
	I16x8GeU = vectorBase + 0x36

	V128Not       = vectorBase + 0x4D
	V128And       = vectorBase + 0x4E
	V128AndNot    = vectorBase + 0x4F
	V128Or        = vectorBase + 0x50
	V128Xor       = vectorBase + 0x51
	V128Bitselect = vectorBase + 0x52
	V128AnyTrue   = vectorBase + 0x53

	I8x16AllTrue = vectorBase + 0x63
	I8x16Bitmask = vectorBase + 0x64
	I8x16Add     = vectorBase + 0x6E
	I8x16Sub     = vectorBase + 0x71

	I16x8ExtaddPairwiseU = vectorBase + 0x7D
	I32x4ExtaddPairwiseU = vectorBase + 0x7F

	I16x8AllTrue = vectorBase + 0x83
	I16x8Bitmask = vectorBase + 0x84
	I16x8Add     = vectorBase + 0x8E
	I16x8Sub     = vectorBase + 0x91
	I16x8Mul     = vectorBase + 0x95
	I32x4Add     = vectorBase + 0xAE
)
