import { spoolFolder as folder, useSpool as use, WORK_PREFIX } from './internal/spool.server.ts'

/** Where the bytes of uploads rest until somebody takes them; for the door that receives them. */
export function spoolFolder(): string {
  return folder()
}

/** How the path of a folder for work on a file begins; the sweep clears away what a killed process left. */
export function workPrefix(): string {
  return `${folder()}/${WORK_PREFIX}`
}

/** Another folder in its place, on a disk with so much free space where it is said: for tests. */
export function useSpool(other: string | null, freeDiskBytes: number | null = null): void {
  use(other, freeDiskBytes)
}
