package page

const pageStyle = `
:root{color-scheme:light dark;--bg:#fff;--fg:#1f2328;--soft:#59636e;--rule:#d1d9e0;--shade:#f6f8fa;--good:#1a7f37;--bad:#cf222e;--open:#9a6700}
@media (prefers-color-scheme:dark){:root{--bg:#0d1117;--fg:#e6edf3;--soft:#9198a1;--rule:#3d444d;--shade:#151b23;--good:#3fb950;--bad:#ff7b72;--open:#d29922}}
body{margin:0 auto;max-width:64rem;padding:2rem 1.25rem 4rem;background:var(--bg);color:var(--fg);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
h1{font-size:1.9rem;line-height:1.2;margin:0 0 .3rem}
h2{font-size:1.25rem;margin:2.4rem 0 .7rem;padding-bottom:.25rem;border-bottom:1px solid var(--rule)}
h3{font-size:1rem;margin:1.5rem 0 .3rem}
p{margin:.4rem 0}
.soft,small{color:var(--soft)}
code{font:.86em ui-monospace,Menlo,Consolas,monospace;overflow-wrap:anywhere}
.wide{overflow-x:auto}
table{border-collapse:collapse;font-size:.9rem;width:100%}
th{text-align:left;color:var(--soft);font-weight:600}
th,td{padding:.35rem .7rem .35rem 0;border-bottom:1px solid var(--rule);vertical-align:top}
td.num{text-align:right;font-variant-numeric:tabular-nums}
.holds{color:var(--good)}.refuted{color:var(--bad)}.undecided,.needs-an-answer{color:var(--open)}
.verdict{font-weight:600;white-space:nowrap}.whole{white-space:nowrap}
.pictures{display:flex;flex-wrap:wrap;gap:1rem;margin:.6rem 0}
figure{margin:0}
figcaption{font-size:.85rem;color:var(--soft);margin-bottom:.2rem}
figure svg{max-width:100%;height:auto}
ul{padding-left:1.2rem;margin:.3rem 0}
blockquote{margin:.3rem 0;padding-left:.8rem;border-left:3px solid var(--rule);color:var(--soft)}
@media print{body{max-width:none}h2{break-after:avoid}figure,tr{break-inside:avoid}}
`

const pageText = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{.Game.Name}}: what its description claims</title>
<style>{{css}}</style>
</head>
<body>
{{define "pictures"}}{{if .}}<div class="pictures">{{range .}}<figure><figcaption>{{.Title}}</figcaption>{{.SVG}}</figure>{{end}}</div>{{end}}{{end}}
<h1>{{.Game.Name}}</h1>
<p class="soft">{{with .Game.Aliases}}also {{join .}} · {{end}}{{join .Game.Places}}{{with .Game.Peoples}} · {{join .}}{{end}}</p>
<p>{{.Game.About.About}}</p>
{{if not .Complete}}<p class="refuted">The verification was interrupted: this is what was known.</p>{{end}}
<div class="pictures"><figure><figcaption>The set-up: {{.BoardWords}}</figcaption>{{.Start}}</figure></div>
<p><small>Rules in force: {{.RuleSet}}<br>Hash of the rules: <code>{{.Hash}}</code></small></p>

<h2>The rules in words</h2>
<ul>{{range .Words}}<li>{{.Text}}{{with .Below}}<ul>{{range .}}<li>{{.}}</li>{{end}}</ul>{{end}}</li>{{end}}</ul>
<h3>As the file has them</h3>
<div class="wide"><table><thead><tr><th>line</th><th>table</th><th>rule</th><th>sources</th></tr></thead><tbody>
{{range .RuleTexts}}<tr><td class="num">{{if .Span.IsValid}}{{.Span.Line}}{{end}}</td><td>{{.Table}}</td><td><code>{{.Text}}</code></td><td>{{with .Sources}}{{join .}}{{else}}<span class="undecided">none</span>{{end}}</td></tr>
{{end}}</tbody></table></div>

<h2>Evidence</h2>
<p>{{.Counts}}</p>
{{if .Claims}}<div class="wide"><table><thead><tr><th>claim</th><th>kind</th><th>sources</th><th>verdict</th><th>why</th></tr></thead><tbody>
{{range .Claims}}<tr><td>{{.Evidence}}<br><small>line {{.Line}}</small></td><td>{{.Kind}}</td><td>{{join .Sources}}</td><td class="verdict {{word .Word}}">{{.Word}}</td><td>{{.Why}}</td></tr>
{{end}}</tbody></table></div>
{{range .Claims}}{{if .Pictures}}<h3>{{.Evidence}}: <span class="{{word .Word}}">{{.Word}}</span></h3>
{{with .Text}}<blockquote>{{.}}</blockquote>{{end}}<p>{{.Why}}</p>
{{template "pictures" .Pictures}}<p><small><code>{{.Command}}</code></small></p>
{{end}}{{end}}{{end}}

{{if .Decide}}<h2>Open questions</h2>
{{range .Decide}}<h3>{{.Question}}: {{.Decision.Asks}}</h3>
{{with .Note}}<p class="soft">{{.}}</p>{{end}}
<div class="wide"><table><thead><tr><th>answer</th><th>sources</th><th>what the evidence says</th><th>agrees</th></tr></thead><tbody>
{{range .Readings}}<tr><td>{{if .InForce}}<b>{{.Answer}}</b> (in force){{else}}{{.Answer}}{{end}}{{with .About}}<br><small>{{.}}</small>{{end}}</td><td>{{join .Sources}}</td><td>{{if .Error}}can’t be tried alone: {{.Error}}{{else if .RuledOut}}<span class="refuted">ruled out</span> by {{join .RuledOut}}{{else if .Changed}}changes {{range $i, $c := .Changed}}{{if $i}}, {{end}}{{$c.Evidence}} ({{$c.Word}}){{end}}{{else if .Same}}the rules in force{{else}}every claim comes out the same{{end}}</td><td class="num">{{.Agrees}} of {{.Of}}</td></tr>
{{end}}</tbody></table></div>
{{if .Open}}<p>The file leaves it open.</p>{{else if .Silent}}<p>No evidence tells the answers apart.</p>{{else if .Decided}}<p>The evidence leaves one answer.</p>{{end}}
{{range .Asks}}<p>{{text .Proposal}}</p>
{{template "pictures" .Pictures}}{{if .Found}}<ul>{{$p := .Proposal}}{{range $i, $a := .Proposal.Answers}}<li><b>{{$a}}</b>: {{index $p.Gives $i}}<br><small><code>{{index $p.Commands $i}}</code></small></li>{{end}}</ul>{{end}}
{{end}}{{end}}{{end}}

{{with .Lines}}<h2>Answers and evidence</h2>
<p>{{if $.Matrix.Whole}}All {{$.Matrix.Product}} combinations of answers{{else}}{{len $.Matrix.Rows}} of {{$.Matrix.Product}} combinations (each answer alone and in pairs){{end}}; {{len $.Matrix.Agree}} agree with all the evidence.</p>
<div class="wide"><table><thead><tr><th>combinations</th>{{range $.Asked}}<th>{{.}}</th>{{end}}<th>refuted</th></tr></thead><tbody>
{{range .}}<tr><td class="num">{{.Count}}{{if .InForce}} *{{end}}</td>{{range .Answers}}<td>{{.}}</td>{{end}}<td>{{with .Refuted}}<span class="refuted">{{join .}}</span>{{else}}<span class="holds">none</span>{{end}}</td></tr>
{{end}}</tbody></table></div>
<p><small>* with the rules in force</small></p>
<ul>{{range $.Matrix.Needs}}<li>{{needs .}}</li>{{end}}
{{range $.Matrix.Conflicts}}<li>No answers let both hold{{with .Questions}} ({{join .}}){{end}}: {{join .A}}{{with .SourceA}} [{{join .}}]{{end}} and {{join .B}}{{with .SourceB}} [{{join .}}]{{end}}.</li>{{end}}
{{with $.Matrix.Never}}<li>Refuted whatever is answered: {{join .}}.</li>{{end}}</ul>{{end}}

{{with .Survey}}<h2>Where the rules are silent</h2>
<p>Proved by the checker, for every position:</p>
<ul>{{range .Proofs}}<li>{{.Text}}{{with .Line}} (line {{.}}){{end}}</li>{{end}}</ul>
{{range .Small}}<p>Proved with {{.Board}}, all {{.Positions}} positions{{if .Aside}}, repetition aside{{end}}: {{if .Findings}}{{range .Findings}}{{.Kind}}, {{.Text}}. {{end}}{{else}}no silence of the rules, no endless turn, no seed lost or made.{{end}}</p>{{end}}
<p>Searched, not proved: every line of {{.Exhausted}} moves from the start, and {{.Games}} random games.</p>
{{if not .Findings}}<p>No silence of the rules, no endless turn, no repetition without a meaning, no seed lost or made.</p>{{end}}
{{range $.Findings}}<h3>{{.Kind}}</h3><p>{{.Text}}{{if .Games}}; met in {{.Games}} of {{.Of}} games{{end}}.</p>
{{template "pictures" .Pictures}}<p><small><code>{{.Command}}</code></small></p>{{end}}
{{if .Cut}}<p>{{.Cut}} games did not end within the ply limit.</p>{{end}}
{{if .Unfired}}<p>Rules that never acted in {{.Told}} random games:</p><ul>{{range .Unfired}}<li>{{.Place}}, {{.Table}}: <code>{{.Text}}</code></li>{{end}}</ul>{{else if .Told}}<p>Every rule acted in {{.Told}} random games.</p>{{end}}{{end}}

{{with .Sources}}{{if .Says}}<h2>Sources</h2>
<div class="wide"><table><thead><tr><th>source</th><th>what it is</th><th>rules, by line</th><th>answers</th><th>evidence</th></tr></thead><tbody>
{{range .Says}}<tr><td>{{.ID}}</td><td>{{with .Author}}{{.}}: {{end}}{{.Title}}{{with .Year}}, {{.}}{{end}}{{with .Language}} ({{.}}){{end}}{{with .Note}}<br><small>{{.}}</small>{{end}}</td><td>{{range $i, $r := .Rules}}{{if $i}}, {{end}}{{$r.Line}}{{end}}</td><td class="whole">{{range $q, $a := .Answers}}{{$q}} = {{$a}}<br>{{end}}</td><td>{{join .Evidence}}</td></tr>
{{end}}</tbody></table></div>
{{range .Families}}<p>{{join .}} give the same rules.</p>{{end}}
{{if .Differ}}<h3>They differ in what is no rule</h3><ul>{{range .Differ}}<li>{{.About}}<ul>{{range .Sayings}}<li>{{.Text}}: {{join .Sources}}</li>{{end}}</ul></li>{{end}}</ul>{{end}}
{{if .Disagree}}<h3>They disagree on the rules</h3><ul>{{range .Disagree}}<li>{{.About}}<ul>{{range .Sayings}}<li>{{.Text}}: {{join .Sources}}</li>{{end}}</ul></li>{{end}}</ul>{{end}}
{{with .Unproved}}<h3>Rules without a source</h3><ul>{{range .}}<li>{{.Place}}, {{.Table}}: <code>{{.Text}}</code></li>{{end}}</ul>{{end}}
{{with .Ruleless}}<p>Sources without a rule: {{join .}}.</p>{{end}}{{with .Unused}}<p>Sources cited by nothing: {{join .}}.</p>{{end}}{{end}}{{end}}
</body>
</html>
`
