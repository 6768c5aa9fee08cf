// The look of the hosted page and of the control page: one small stylesheet, light and dark.
export const CHECKOUT_CSS = `
:root { color-scheme: light dark; --bg: #f4f5f9; --card: #fff; --ink: #14171f; --soft: #555b6b; --line: #c9cedb; --accent: #1f4fd8;
  --on-accent: #fff; --good: #0b6b3a; --bad: #a51b2d; --bad-soft: #fdebed; --note-soft: #e8eefc; --banner: #ffd24a; --on-banner: #1c1500; }
@media (prefers-color-scheme: dark) {
  :root { --bg: #0f1218; --card: #191e28; --ink: #f2f4f9; --soft: #b3bac9; --line: #3b4354; --accent: #9db8ff; --on-accent: #0c1430;
    --good: #7ddca6; --bad: #ff9aa6; --bad-soft: #3a161b; --note-soft: #1b2745; --banner: #ffd24a; --on-banner: #1c1500; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--bg); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
.banner { margin: 0; padding: .75rem 1rem; background: var(--banner); color: var(--on-banner); text-align: center; font-size: 1.25rem;
  letter-spacing: .02em; }
main { max-width: 34rem; margin: 0 auto; padding: 1rem; display: grid; gap: 1rem; }
main.wide { max-width: 70rem; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; padding: 1rem; min-width: 0; }
h1 { font-size: 1.125rem; margin: 0; }
h2 { font-size: 1rem; margin: 0 0 .5rem; }
h3 { font-size: .9375rem; margin: 1rem 0 .25rem; }
p { margin: .25rem 0; }
.amount { font-size: 2rem; font-weight: 700; line-height: 1.2; margin: .25rem 0; }
.soft { color: var(--soft); font-size: .9375rem; }
.grid { display: grid; grid-template-columns: 1fr 1fr; gap: .5rem; }
label { display: block; font-weight: 600; margin: .75rem 0 .25rem; }
input, select { width: 100%; font: inherit; padding: .625rem .75rem; min-height: 2.75rem; border: 1px solid var(--soft); border-radius: .5rem;
  background: var(--card); color: var(--ink); }
button, .button { display: inline-block; font: inherit; font-weight: 600; min-height: 2.75rem; padding: .5rem .875rem; border-radius: .5rem;
  border: 1px solid var(--accent); background: transparent; color: var(--accent); cursor: pointer; text-align: center; text-decoration: none; }
button.primary { background: var(--accent); color: var(--on-accent); }
button.wide { width: 100%; margin-top: 1rem; }
button.danger { border-color: var(--bad); color: var(--bad); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.tabs { display: flex; gap: .5rem; margin-bottom: .5rem; flex-wrap: wrap; }
.tabs a { flex: 1 1 8rem; padding: .625rem; text-align: center; border: 1px solid var(--line); border-radius: .5rem; color: var(--ink);
  text-decoration: none; }
.tabs a[aria-current] { border-color: var(--accent); color: var(--accent); font-weight: 700; box-shadow: inset 0 -3px var(--accent); }
.handset { border: 3px solid var(--ink); border-radius: 1.25rem; }
.alert { border-left: .375rem solid var(--bad); background: var(--bad-soft); padding: .75rem 1rem; border-radius: .5rem; }
.note { border-left: .375rem solid var(--accent); background: var(--note-soft); padding: .75rem 1rem; border-radius: .5rem; }
.drawer { border: 2px dashed var(--soft); }
.drawer summary { cursor: pointer; font-weight: 700; min-height: 2.75rem; display: list-item; padding: .5rem; }
.drawer ul { list-style: none; padding: 0; margin: 0; display: grid; gap: .5rem; }
.drawer li { display: grid; gap: .125rem; }
.drawer button { justify-self: start; text-align: left; }
table { border-collapse: collapse; width: 100%; min-width: 46rem; font-size: .9375rem; }
th, td { text-align: left; padding: .375rem .5rem; border-bottom: 1px solid var(--line); vertical-align: top; }
.scroll { overflow-x: auto; }
a { color: var(--accent); }
`
