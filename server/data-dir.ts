import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The folder of everything that the embedded defaults store. One server at a time holds it; `server.pid` names which. */
export type DataDir = { path: string; release(): void }

export function holdDataDir(path: string): DataDir {
  const folder = resolve(path)
  mkdirSync(folder, { recursive: true })
  const pidFile = join(folder, 'server.pid')
  const holder = readHolder(pidFile)
  if (holder !== null) throw new Error(`DATA_DIR is in use by the server with pid ${holder}`)
  writeFileSync(pidFile, `${process.pid}\n`)
  return {
    path: folder,
    release: () => {
      if (existsSync(pidFile) && readFileSync(pidFile, 'utf8').trim() === String(process.pid)) rmSync(pidFile)
    },
  }
}

/** The live server that holds the folder, if any. A pid that another program got meanwhile is not a holder. */
function readHolder(pidFile: string): number | null {
  if (!existsSync(pidFile)) return null
  const pid = Number(readFileSync(pidFile, 'utf8'))
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return null
  try {
    process.kill(pid, 0)
  } catch {
    return null
  }
  const commandLine = `/proc/${pid}/cmdline`
  if (!existsSync(commandLine)) return process.platform === 'linux' ? null : pid
  return /(server\/main|bin\/start|bin\/dev|bin\/restore)\.ts/.test(readFileSync(commandLine, 'utf8')) ? pid : null
}

/** A secret that is made once and kept beside the data. */
export function keptSecret(folder: string, name: string, bytes = 48): string {
  const file = join(folder, name)
  if (!existsSync(file)) writeFileSync(file, randomBytes(bytes).toString('base64url'), { mode: 0o600 })
  return readFileSync(file, 'utf8').trim()
}
