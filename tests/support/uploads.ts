import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { useSpool } from '#app/domain/uploads/spool.server.ts'
import { takePlainFile } from '#app/domain/uploads/take-plain-file.server.ts'
import type { UploadPurpose } from '#app/domain/uploads/upload.ts'

/** Keeps this file's uploads in a folder of their own. Returns where it is. */
export function useSpoolFolder(): () => string {
  const folder = mkdtempSync(join(tmpdir(), 'peach-spool-'))
  beforeAll(() => useSpool(folder))
  afterAll(() => {
    useSpool(null)
    rmSync(folder, { recursive: true, force: true })
  })
  return () => folder
}

/** A file that came whole. Returns its upload's id. */
export async function makeUpload(
  owner: Person,
  purpose: UploadPurpose,
  bytes: Uint8Array,
  name = 'file.jpg',
): Promise<string> {
  const taken = await takePlainFile(owner, purpose, new File([bytes as BlobPart], name))
  if (!taken.ok) throw new Error(taken.refusal.kind)
  return taken.value.uploadId
}
