import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { useSpool } from '#app/platform/spool.server.ts'
import { acceptPlainFile } from '#app/domain/uploads/accept-plain-file.server.ts'
import type { UploadStatus } from '#app/domain/uploads/policy.ts'
import { UPLOAD_PURPOSES, type UploadPurpose } from '#app/domain/uploads/limits.ts'

/** Of an account that may send files for every purpose, like an applicant on the last page. */
export const MAY_SEND_ALL: UploadStatus = { posts: true, documents: UPLOAD_PURPOSES }

/** Keeps this file's uploads in a folder of its own. Returns its path. */
export function useSpoolFolder(): () => string {
  const folder = mkdtempSync(join(tmpdir(), 'peach-spool-'))
  // The free space of the machine's own disk must not matter in tests.
  beforeAll(() => useSpool(folder, 80_000_000_000))
  afterAll(() => {
    useSpool(null)
    rmSync(folder, { recursive: true, force: true })
  })
  return () => folder
}

/** A completely received file. Returns its upload's id. */
export async function makeUpload(
  owner: Person,
  purpose: UploadPurpose,
  bytes: Uint8Array,
  name = 'file.jpg',
): Promise<string> {
  const taken = await acceptPlainFile(owner, purpose, new File([bytes as BlobPart], name), MAY_SEND_ALL)
  if (!taken.ok) throw new Error(taken.refusal.kind)
  return taken.value.uploadId
}
