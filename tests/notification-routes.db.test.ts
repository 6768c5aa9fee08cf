import { describe, expect, test } from 'vitest'
import { publish } from '#app/domain/events/publish.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { countUnread, listNotifications } from '#app/domain/notifications/queries.server.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import * as notification from '#app/web/auth/notification.ts'
import * as notifications from '#app/web/auth/notifications.tsx'
import { makePerson } from '#tests/support/creators.ts'
import { useDatabase } from '#tests/support/database.ts'
import { deliverEvents } from '#tests/support/mails.ts'
import { aBrowser } from '#tests/support/routes.ts'

useDatabase()

const HOME = '/notifications'

async function notify(person: Person, times = 1): Promise<void> {
  for (let nth = 0; nth < times; nth += 1)
    await inTransaction((tx) =>
      publish(tx, {
        event: 'export_made',
        actorId: null,
        objectId: newId(),
        payload: { person: { id: person.id }, until: `day ${nth}` },
      }),
    )
  await deliverEvents()
}
const rowsOf = (person: Person) => listNotifications(person.id, { before: null, limit: 100 })

describe('the list behind the bell', () => {
  test('LAYOUT-03a the unread are counted for each person, up to the cap', async () => {
    const [person, other] = [await makePerson(), await makePerson()]
    expect(await countUnread(person.id)).toBe(0)
    await notify(person, 3)
    expect([await countUnread(person.id), await countUnread(other.id)]).toEqual([3, 0])
    await notify(person, 9)
    expect(await countUnread(person.id)).toBe(10)
  })

  test('NOTIFY-01a opening one marks it as read and leads where it leads; opened again, it still does', async () => {
    const person = await makePerson()
    await notify(person, 2)
    const [newest] = await rowsOf(person)
    for (let nth = 0; nth < 2; nth += 1) {
      const opened = await aBrowser(person).call(notification, `${HOME}/${newest!.id}`, {
        form: {},
        params: { notificationId: newest!.id },
      })
      expect(opened).toMatchObject({ status: 303, location: '/profile/export' })
    }
    expect((await rowsOf(person)).map(({ unread }) => unread)).toEqual([false, true])
    expect(await countUnread(person.id)).toBe(1)
  })

  test('NOTIFY-01b a push message leads to its notification by its address; loading it ahead marks nothing', async () => {
    const [person, other] = [await makePerson(), await makePerson()]
    await notify(person)
    const [row] = await rowsOf(person)
    const params = { notificationId: row!.id }
    const open = (whose: Person, headers?: Record<string, string>) =>
      aBrowser(whose).call(notification, `${HOME}/${row!.id}`, { params, headers })
    expect((await open(other)).location).toBe(HOME)
    expect((await open(person, { 'sec-purpose': 'prefetch' })).location).toBe(HOME)
    expect(await countUnread(person.id)).toBe(1)
    expect((await open(person)).location).toBe('/profile/export')
    expect(await countUnread(person.id)).toBe(0)
  })

  test('NOTIFY-01a nobody opens, reads or marks somebody else’s notification', async () => {
    const [person, other] = [await makePerson(), await makePerson()]
    await notify(person)
    const [row] = await rowsOf(person)
    for (const id of [row!.id, newId(), 'x', '%27'])
      expect(
        (await aBrowser(other).call(notification, `${HOME}/${id}`, { form: {}, params: { notificationId: id } }))
          .status,
      ).toBe(404)
    await aBrowser(other).call(notifications, HOME, { form: {} })
    expect((await aBrowser(other).call(notifications, HOME)).data).toMatchObject({ groups: [], unread: false })
    expect(await countUnread(person.id)).toBe(1)
    expect((await aBrowser().call(notifications, HOME)).location).toMatch(/^\/auth/)
  })

  test('NOTIFY-01a "Mark all as read" marks all of them, the newest are first, and older pages follow', async () => {
    const person = await makePerson()
    await notify(person, 33)
    const browser = aBrowser(person)
    type Data = { groups: { rows: { body: string }[] }[]; unread: boolean; olderHref: string | null }
    const first = (await browser.call(notifications, HOME)).data as Data
    const bodies = (page: Data) => page.groups.flatMap(({ rows }) => rows.map(({ body }) => body))
    expect(bodies(first)).toHaveLength(30)
    expect(bodies(first)[0]).toContain('day 32')
    expect(first.unread).toBe(true)
    const second = (await browser.call(notifications, first.olderHref!)).data as Data
    expect(bodies(second).map((body) => /day \d+/.exec(body)![0])).toEqual(['day 2', 'day 1', 'day 0'])
    expect(second.olderHref).toBeNull()
    expect(await browser.call(notifications, HOME, { form: {} })).toMatchObject({ location: HOME })
    expect(await countUnread(person.id)).toBe(0)
    expect(((await browser.call(notifications, HOME)).data as Data).unread).toBe(false)
  })
})
