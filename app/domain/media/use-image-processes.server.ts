import { useImageProcesses as use } from './internal/image-process.server.ts'

/** How many photos this process may have worked on at once. One is right for a server; a bulk of our own pictures may take more. */
export function useImageProcesses(count: number): void {
  use(count)
}
