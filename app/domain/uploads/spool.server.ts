import { spoolFolder as folder, useSpool as use, WORK_PREFIX } from './internal/spool.server.ts'

/** Where the bytes of uploads are stored until they are used; for the route that receives them. */
export function spoolFolder(): string {
  return folder()
}

/** The prefix of work folders; the scheduled task deletes those of killed processes. */
export function workPrefix(): string {
  return `${folder()}/${WORK_PREFIX}`
}

/** Uses another folder, on a disk with so much free space where it is given: for tests. */
export function useSpool(other: string | null, freeDiskBytes: number | null = null): void {
  use(other, freeDiskBytes)
}
