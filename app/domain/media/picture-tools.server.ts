import { config } from '#app/platform/config.server.ts'
import type { Isolation } from './internal/image-decoder.server.ts'
import { imageIsolation, useImageIsolation } from './internal/image-process.server.ts'

export const PICTURE_TOOLS_REMEDY = 'apt-get install bubblewrap, and allow user namespaces'

/** What this machine lacks to decode pictures in a sandbox, in one line; null where it lacks nothing. Checked once. */
export async function pictureToolsMissing(): Promise<string | null> {
  if ((await imageIsolation()) === 'sandbox') return null
  const documents = config().demo ? '' : ', and identity documents are refused'
  return `Pictures are decoded without a sandbox${documents} (${PICTURE_TOOLS_REMEDY})`
}

/** Whether identity documents may be decoded here: outside of the demo only in the sandbox. */
export async function documentsAreOn(): Promise<boolean> {
  return config().demo || (await imageIsolation()) === 'sandbox'
}

/** Uses this isolation, whatever the machine has, or checks again: for tests. */
export function usePictureIsolation(isolation: Isolation | null): void {
  useImageIsolation(isolation)
}
