package cli

import (
	"testing"

	"mancala/dsl/source"
	"mancala/games"
)

// wholeLibrary reads every game of the library.
func wholeLibrary(t testing.TB) []*source.File {
	var files []*source.File
	for _, id := range games.IDs() {
		name, text, err := games.Open(id)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, source.NewFile(name, text))
	}
	return files
}

func BenchmarkCheckLibrary(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		checkFiles(wholeLibrary(b)) // a file keeps what was read of it, so every time anew
	}
}

// The whole library is checked while one waits. Time depends on the machine,
// so what is bounded is the memory taken: before the texts of a file were read
// once for all its answers it was more than twice as much.
func TestCheckingIsCheap(t *testing.T) {
	each := testing.AllocsPerRun(1, func() { checkFiles(wholeLibrary(t)) }) / float64(len(games.IDs()))
	if each > 7000 {
		t.Errorf("checking a game takes %.0f pieces of memory", each)
	}
	t.Logf("checking a game takes %.0f pieces of memory", each)
}
