import { useImageProcesses as use } from './internal/image-process.server.ts'

/** How many photos this process may decode at the same time. One suits a server; importing our own pictures in bulk may use more. */
export function useImageProcesses(count: number): void {
  use(count)
}
