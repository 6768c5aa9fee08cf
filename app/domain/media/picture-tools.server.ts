import { config } from '#app/platform/config.server.ts'
import type { Walls } from './internal/image-decoder.server.ts'
import { imageWalls, useImageWalls } from './internal/image-process.server.ts'

export const PICTURE_TOOLS_REMEDY = 'apt-get install bubblewrap, and allow user namespaces'

/** What this machine lacks to decode pictures in a sandbox, in one line; null where it has one. Looked once. */
export async function pictureToolsMissing(): Promise<string | null> {
  if ((await imageWalls()) === 'sandbox') return null
  const documents = config().demo ? '' : ', and identity documents are refused'
  return `Pictures are decoded without a sandbox${documents} (${PICTURE_TOOLS_REMEDY})`
}

/** Whether papers that prove who somebody is may be decoded here: outside of the demo only in the sandbox. */
export async function documentsAreOn(): Promise<boolean> {
  return config().demo || (await imageWalls()) === 'sandbox'
}

/** Decodes between these walls, whatever the machine has, or looks anew: for tests. */
export function usePictureWalls(walls: Walls | null): void {
  useImageWalls(walls)
}
