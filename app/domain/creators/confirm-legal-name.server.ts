import { sql } from 'kysely'
import type { Tx } from '#app/platform/db.server.ts'

/** A reviewer has seen the name of an application on the identity document: from now on it is the creator's. */
export async function confirmLegalName(tx: Tx, applicationId: string): Promise<void> {
  await sql`
    update creators c set legal_name = a.legal_name from creator_applications a
    where a.id = ${applicationId} and c.profile_id = a.profile_id and a.legal_name is not null`.execute(tx)
}
