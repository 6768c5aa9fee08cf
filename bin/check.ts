/**
 * `npm run check`: types, lint, format, directions, dead code, and that the lock file installs. Prints one line each; exits 1 on any
 * failure.
 */
import { type Cruised, findModuleCycles } from './module-cycles.ts'
import { run } from './run.ts'

type Check = { name: string; command: string; args: string[]; judge?: (output: string) => string | null }

// With fewer modules than this, the checker has read nothing and would find nothing.
const MIN_MODULES = 120

const checks: Check[] = [
  { name: 'route types', command: 'react-router', args: ['typegen'] },
  { name: 'types', command: 'tsc', args: ['--noEmit'] },
  { name: 'lint', command: 'oxlint', args: ['--type-aware', '--deny-warnings'] },
  { name: 'format', command: 'oxfmt', args: ['--check'] },
  {
    name: 'directions',
    command: 'depcruise',
    args: ['app', 'server', 'demo', 'simulator', 'bin', '--config', '.dependency-cruiser.cjs', '--output-type', 'json'],
    judge: checkDirections,
  },
  { name: 'dead code', command: 'knip', args: [] },
  { name: 'lock file', command: 'npm', args: ['ci', '--dry-run', '--no-audit', '--no-fund'] },
]

function checkDirections(output: string): string | null {
  const report = JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1)) as {
    modules: Cruised[]
    summary: { totalCruised: number; violations: { rule: { name: string }; from: string; to: string }[] }
  }
  if (report.summary.totalCruised < MIN_MODULES) return `only ${report.summary.totalCruised} modules were read`
  const breaches = report.summary.violations.map((breach) => `${breach.rule.name}: ${breach.from} -> ${breach.to}`)
  breaches.push(...findModuleCycles(report.modules).map((cycle) => `no-cycles-of-modules: ${cycle}`))
  return breaches.length > 0 ? breaches.join('\n') : null
}

type Checked = { name: string; seconds: number; complaint: string | null }

async function runOne({ name, command, args, judge }: Check): Promise<Checked> {
  const ran = await run(command, args)
  const complaint = judge ? judge(ran.output) : ran.code === 0 ? null : ran.output
  return { name, seconds: ran.seconds, complaint }
}

let failed = 0
function show({ name, seconds, complaint }: Checked): void {
  console.log(`${complaint === null ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)`)
  if (complaint === null) return
  failed += 1
  console.log(complaint.trim().split('\n').slice(0, 80).join('\n'))
}

// The others read the route types. Two at a time: most checks use one processor.
const [routeTypes, ...rest] = checks
show(await runOne(routeTypes!))
async function runRest(): Promise<void> {
  for (let next = rest.shift(); next; next = rest.shift()) show(await runOne(next))
}
await Promise.all([runRest(), runRest()])
process.exitCode = failed === 0 ? 0 : 1
