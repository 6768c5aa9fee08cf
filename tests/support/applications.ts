import type { Person } from '#app/domain/identity/actor.ts'
import type { InvitedRole } from '#app/domain/identity/roles.ts'
import { newId } from '#app/platform/id.ts'
import { makePerson } from './creators.ts'
import { ownerDb } from './database.ts'

/** A signed-in staff member. */
export async function makeStaff(role: InvitedRole | 'owner'): Promise<Person> {
  const person = await makePerson(role === 'owner' ? 'owner' : 'admin')
  if (role !== 'owner') {
    await ownerDb
      .insertInto('staff_members')
      .values({
        profile_id: person.id,
        role,
        password_hash: 'x',
        terms_version: '1.0',
        terms_accepted_at: new Date('2026-11-01T00:00:00Z'),
        sensitive_data_acknowledged_at: new Date('2026-11-01T00:00:00Z'),
      })
      .execute()
  }
  return { ...person, staffRole: role }
}

export type Application = { creator: Person; applicationId: string; submittedAt: Date; postId: string }

/** A creator whose application waits for review, with its first post. */
export async function makeApplication(
  values: { submittedAt?: Date; state?: 'in_review' | 'changes_requested' | 'draft'; displayName?: string } = {},
): Promise<Application> {
  const creator = await makePerson('creator', values.displayName ? { displayName: values.displayName } : {})
  const applicationId = newId()
  const postId = newId()
  const submittedAt = values.submittedAt ?? new Date()
  await ownerDb.insertInto('creators').values({ profile_id: creator.id, verification_status: 'in_review' }).execute()
  await ownerDb
    .insertInto('creator_applications')
    .values({
      id: applicationId,
      profile_id: creator.id,
      state: values.state ?? 'in_review',
      submitted_at: submittedAt,
      legal_name: 'Amina Nakato',
    })
    .execute()
  await ownerDb
    .insertInto('posts')
    .values({ id: postId, creator_id: creator.id, kind: 'photo', audience: 'public', state: 'in_review' })
    .execute()
  return { creator, applicationId, submittedAt, postId }
}
