import { expect, test } from 'vitest'
import { makeCreator, makePerson } from '#tests/support/creators.ts'
import { useDatabase } from '#tests/support/database.ts'
import { findReportSubject } from './find-subject.server.ts'
import { canReport } from './policy.ts'

useDatabase()

test('a hidden creator is answered for as an unknown one, by id and by username, and a visible one can be reported', async () => {
  const [hidden, visible, fan] = [await makeCreator({ approved: false }), await makeCreator(), await makePerson('fan')]
  const may = async (name: string) => {
    const subject = await findReportSubject(fan, 'creator', name)
    return subject ? canReport(fan, subject) : null
  }
  expect(await may('nobody_here')).toBeNull()
  for (const name of [hidden.id, hidden.username!])
    expect(await may(name)).toEqual({ allowed: false, reason: 'not_there' })
  for (const name of [visible.id, visible.username!]) expect(await may(name)).toMatchObject({ allowed: true })
})
