import { log } from '#app/platform/log.server.ts'
import { findProgram, leaveSandboxes, runInSandbox } from './internal/sandbox.server.ts'

export const VIDEO_TOOLS_REMEDY = 'apt-get install ffmpeg bubblewrap'

let checked: Promise<string | null> | null = null

/** What this machine lacks to accept videos, in one line; null where it lacks nothing. Checked once. */
export function videoToolsMissing(): Promise<string | null> {
  checked ??= check()
  return checked
}

/** Whether this machine can accept videos. */
export async function videoIsOn(): Promise<boolean> {
  return (await videoToolsMissing()) === null
}

async function check(): Promise<string | null> {
  const missing = ['ffmpeg', 'ffprobe', 'bwrap', 'prlimit', 'nice'].filter((name) => findProgram(name) === null)
  if (missing.length > 0) return `Videos are off: ${missing.join(', ')} missing (${VIDEO_TOOLS_REMEDY})`
  try {
    const encoders = await runInSandbox({ program: 'ffmpeg', args: ['-encoders'], cpuSeconds: 10, wallSeconds: 20 })
    if (encoders.kind !== 'done') return `Videos are off: the sandbox does not work here (${reasonOf(encoders)})`
    return encoders.stdout.includes('libx264') ? null : 'Videos are off: this ffmpeg can\u2019t write H.264 (libx264)'
  } catch (error) {
    log.warn({ err: error }, 'the sandbox for videos could not be tried')
    return 'Videos are off: the sandbox does not work here'
  }
}

function reasonOf(answer: { kind: 'refused'; stderr: string } | { kind: 'stopped'; why: string }): string {
  return answer.kind === 'refused' ? answer.stderr.split('\n')[0]!.slice(0, 120) : answer.why
}

/** Ends the work on videos, because the server stops: the next worker begins it anew, and no try is counted. */
export function stopVideos(): void {
  leaveSandboxes()
}

/** Reports that something is missing, or nothing, whatever the machine has: for tests. */
export function useVideoTools(missing: string | null | undefined): void {
  checked = missing === undefined ? null : Promise.resolve(missing)
}
