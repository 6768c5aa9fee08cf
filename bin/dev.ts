/** `npm run dev`: the whole product with pages rebuilt as you type; a change of a module or of the server restarts it. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from './run.ts'

const watched = ['server', 'app/domain', 'app/gateways', 'app/platform'].flatMap((folder) => [
  '--watch-path',
  join(ROOT, folder),
])
const child = spawn(process.execPath, [...watched, '--watch-preserve-output', join(ROOT, 'bin', 'dev-server.ts')], {
  stdio: 'inherit',
  cwd: ROOT,
})
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => child.kill(signal))
child.on('exit', (code) => process.exit(code ?? 1))
