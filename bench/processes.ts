import { readdirSync, readFileSync } from 'node:fs'
import { load } from './wrk.ts'

const TICKS_PER_SECOND = 100

type Stat = { pid: number; parent: number; ticks: number }

function statOf(pid: number): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { pid, parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) }
  } catch {
    return null
  }
}

/** The processor time that one process has used so far, in milliseconds, without its children. */
export function cpuMs(pid: number): number {
  return ((statOf(pid)?.ticks ?? 0) * 1_000) / TICKS_PER_SECOND
}

/** Milliseconds of processor time that the serving process alone spends on one request. */
export async function cpuPerRequest(url: string, pid: number, options: Parameters<typeof load>[1]): Promise<number> {
  const before = cpuMs(pid)
  const perSecond = await load(url, options)
  return (cpuMs(pid) - before) / (perSecond * options.seconds)
}

/** Resident memory of a process now, in MiB. */
export function residentMiB(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024
}

/** The direct children of a process whose command line contains a text. */
export function childrenOf(parent: number, containing: string): number[] {
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
  return pids.filter((pid) => statOf(pid)?.parent === parent && commandLine(pid).includes(containing))
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
