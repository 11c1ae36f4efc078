package program

// Visitor is called on every node of a tree before the nodes inside it. Nil
// functions are not called.
type Visitor struct {
	Expr func(Expr)
	Set  func(Set)
	Stmt func(Stmt)
}

// Visit walks every tree of the program: scores, untils, options, tables.
func (p *Program) Visit(v Visitor) {
	for _, e := range p.Score {
		v.VisitExpr(e)
	}
	for _, stage := range p.Stages {
		for _, e := range stage.Until {
			v.VisitExpr(e)
		}
		for _, seat := range stage.Seats {
			v.VisitSeat(seat)
		}
	}
}

// VisitMatch walks the tables between rounds, which Visit leaves out: they
// never run inside a turn.
func (p *Program) VisitMatch(v Visitor) {
	if p.Match != nil {
		for _, b := range p.Match.After {
			v.VisitBlock(b)
		}
		for _, e := range p.Match.Holds {
			v.VisitExpr(e)
		}
	}
}

// VisitSeat walks the trees of one seat.
func (v Visitor) VisitSeat(s *Seat) {
	v.VisitExpr(s.Skip)
	v.VisitExpr(s.PerHoleOf)
	for _, tier := range s.Moves {
		for _, o := range tier.Options {
			v.VisitOption(o)
		}
	}
	for _, b := range s.Blocks() {
		v.VisitBlock(b)
	}
}

// Blocks are the tables of a seat, those it has, in the order of a turn.
func (s *Seat) Blocks() []*Block {
	var out []*Block
	for _, b := range []*Block{s.Lift, s.Drop, s.Lap, s.AtOnce, s.Turn, s.End} {
		if b != nil {
			out = append(out, b)
		}
	}
	return out
}

// VisitOption walks the trees of an option.
func (v Visitor) VisitOption(o *Option) {
	v.VisitSet(o.From)
	v.VisitExpr(o.TakeMax)
	v.VisitExpr(o.Enter)
	v.VisitExpr(o.EnterMax)
	v.VisitExpr(o.To)
	v.VisitExpr(o.Provided)
}

// VisitBlock walks a table.
func (v Visitor) VisitBlock(b *Block) {
	if b == nil {
		return
	}
	for _, r := range b.Rules {
		v.VisitExpr(r.When)
		v.visitStmts(r.Do)
	}
}

func (v Visitor) visitStmts(list []Stmt) {
	for _, s := range list {
		v.VisitStmt(s)
	}
}

// VisitStmt walks a statement.
func (v Visitor) VisitStmt(s Stmt) {
	if v.Stmt != nil {
		v.Stmt(s)
	}
	switch s := s.(type) {
	case Relay:
		v.VisitExpr(s.From)
	case Sow:
		v.VisitExpr(s.Of)
		v.VisitExpr(s.From)
	case Capture:
		v.VisitSet(s.Set)
		v.VisitExpr(s.For)
		v.VisitExpr(s.Into)
	case MoveSeeds:
		v.VisitExpr(s.Amount)
		v.VisitExpr(s.From)
		v.VisitExpr(s.To)
		v.VisitSet(s.ToEach)
	case Mark:
		v.VisitSet(s.Set)
		v.VisitExpr(s.Seat)
	case Fill:
		v.VisitSet(s.Set)
		v.VisitExpr(s.Value)
	case Each:
		v.VisitSet(s.Set)
		v.visitStmts(s.Do)
	case SetCell:
		v.VisitExpr(s.Index)
		v.VisitExpr(s.Value)
	case Choose:
		v.VisitSet(s.Set)
	case May:
		v.visitStmts(s.Do)
	case Again:
		v.VisitSet(s.From)
	case Call:
		v.VisitBlock(s.Block)
	case Take:
		v.VisitExpr(s.Seat)
		v.VisitSet(s.Set)
	case End:
		v.VisitExpr(s.Seat)
	case Renew:
		v.VisitExpr(s.Begins)
	}
}

// VisitExpr walks an expression; nil is none.
func (v Visitor) VisitExpr(e Expr) {
	if e == nil {
		return
	}
	if v.Expr != nil {
		v.Expr(e)
	}
	switch e := e.(type) {
	case CellAt:
		v.VisitExpr(e.Index)
	case Lookup:
		v.VisitExpr(e.Index)
	case Next:
		v.VisitExpr(e.Of)
	case Op:
		v.VisitExpr(e.A)
		v.VisitExpr(e.B)
	case Not:
		v.VisitExpr(e.A)
	case If:
		v.VisitExpr(e.Cond)
		v.VisitExpr(e.Then)
		v.VisitExpr(e.Else)
	case Fold:
		v.VisitSet(e.Set)
		v.VisitExpr(e.Body)
	case Pick:
		v.VisitSet(e.Set)
		v.VisitExpr(e.From)
	case In:
		v.VisitExpr(e.Spot)
		v.VisitSet(e.Set)
	case Visited:
		v.VisitSet(e.Set)
	case Forecast:
		v.VisitSet(e.Set)
	}
}

// VisitSet walks a set; nil is none.
func (v Visitor) VisitSet(s Set) {
	if s == nil {
		return
	}
	if v.Set != nil {
		v.Set(s)
	}
	switch s := s.(type) {
	case One:
		v.VisitExpr(s.Spot)
	case Union:
		for _, t := range s.Sets {
			v.VisitSet(t)
		}
	case Where:
		v.VisitSet(s.Set)
		v.VisitExpr(s.Cond)
	case Minus:
		v.VisitSet(s.A)
		v.VisitSet(s.B)
	case Run:
		v.VisitExpr(s.From)
		v.VisitExpr(s.While)
	case BySeat:
		v.VisitExpr(s.Seat)
		for _, t := range s.Sets {
			v.VisitSet(t)
		}
	}
}
