import { describe, expect, test } from 'vitest'
import { decisionOf, type QueueDefinition, queueAddress, queuePage, readQueue } from './queue.ts'

const QUEUE: QueueDefinition<'open' | 'done'> = {
  path: '/admin/things',
  filters: { open: 'To decide', done: 'Done' },
  standard: 'open',
  oldestFirst: ['open'],
}
const read = (query: string) => readQueue(QUEUE, new URL(`http://localhost/admin/things${query}`))
const rows = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `t${index}` }))

describe('a review queue', () => {
  test.each([
    ['', { filter: 'open', find: '', oldestFirst: true, after: null }],
    ['?filter=done', { filter: 'done', find: '', oldestFirst: false, after: null }],
    ['?filter=done&sort=oldest&find=%00%20amina%20', { filter: 'done', find: 'amina', oldestFirst: true, after: null }],
    ['?filter=__proto__&sort=x&after=t9', { filter: 'open', find: '', oldestFirst: true, after: 't9' }],
    [`?sort=newest&find=${'x'.repeat(60)}`, { filter: 'open', find: 'x'.repeat(40), oldestFirst: false, after: null }],
  ])('the address %j asks for what it names, and for the standard where it names nothing known', (query, expected) => {
    expect(read(query)).toEqual(expected)
  })

  test('addresses keep the filter, the search, the order and the page, and say nothing that is standard', () => {
    expect(queueAddress(QUEUE, read(''), '/admin/things/t1')).toBe('/admin/things/t1?filter=open')
    const asked = read('?filter=done&sort=oldest&find=a%26b&after=t4')
    expect(queueAddress(QUEUE, asked, '/admin/things/t1/approval')).toBe(
      '/admin/things/t1/approval?filter=done&find=a%26b&sort=oldest&after=t4',
    )
    expect(read(queueAddress(QUEUE, asked).slice('/admin/things'.length))).toEqual(asked)
  })

  test('one row more than the page means another page, which starts after the last row shown', () => {
    const counts = { open: 4, done: 0 }
    const page = queuePage(QUEUE, read('?find=a'), { counts, rows: rows(4), size: 3 })
    expect(page.rows.map(({ id }) => id)).toEqual(['t0', 't1', 't2'])
    expect(page).toMatchObject({ nextHref: '/admin/things?filter=open&find=a&after=t2', firstHref: null })
    expect(page.chips).toEqual([
      { label: 'To decide', count: 4, active: true, href: '/admin/things?filter=open' },
      { label: 'Done', count: 0, active: false, href: '/admin/things?filter=done' },
    ])
    expect(page.order).toEqual({ label: 'Newest first', href: '/admin/things?filter=open&find=a&sort=newest' })
    const last = queuePage(QUEUE, read('?after=t2'), { counts, rows: rows(3), size: 3 })
    expect(last).toMatchObject({ nextHref: null, firstHref: '/admin/things?filter=open' })
  })

  test('a decision is the last part of the address; the item itself takes none', () => {
    const decision = (path: string) => decisionOf(new URL(path, 'http://localhost'), ['approval', 'rejection'])
    expect(decision('/admin/things/t1/approval?filter=open')).toBe('approval')
    expect(decision('/admin/things/t1')).toBeNull()
    expect(decision('/admin/things/t1/constructor')).toBeNull()
  })
})
