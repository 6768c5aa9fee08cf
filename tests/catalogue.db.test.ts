import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CATALOGUE, type CatalogueId } from '#app/web/catalogue.ts'
import { startSourceApp } from './authorization/source-app.ts'
import { type App, useCatalogue } from './catalogue/people.ts'
import { ELSEWHERE, raisesOf } from './catalogue/raises.ts'
import { usePaymentFixture } from './support/payments.ts'

const fixture = usePaymentFixture()
let app: App
const RAISE = raisesOf(useCatalogue(fixture, () => app))

beforeAll(async () => {
  app = await startSourceApp({ pages: true })
}, 120_000)

// Every state is a few minutes after the last: no limit of one stands in the way of the next.
beforeEach(async () => {
  await fixture.owner().query('delete from rate_limit_hits')
  await fixture.owner().query('delete from sign_in_codes')
})

const live = (Object.keys(CATALOGUE) as CatalogueId[]).filter(
  (id) => !('part' in CATALOGUE[id]) && !('impossible' in CATALOGUE[id]),
)

describe('ERR-01 every text of the catalogue, raised by its real condition', () => {
  test.each(live.filter((id) => RAISE[id]))('ERR-01 %s', async (id) => {
    const { title, text } = CATALOGUE[id] as { title: string | null; text: string | null }
    const read = await RAISE[id]!()
    for (const message of [title, text])
      if (message !== null) expect(read.slice(0, 60_000)).toContain(message.replace('{brand}', 'Peach'))
  })

  test('ERR-02 each has its test, or says with which part it comes or why its state can’t be', () => {
    expect(live.filter((id) => !RAISE[id] && !ELSEWHERE[id])).toEqual([])
    for (const one of Object.values(ELSEWHERE))
      expect(readFileSync(join(import.meta.dirname, '..', one.file), 'utf8'), one.title).toContain(one.title)
  })
})

test('ERR-02 each text stands in the product as the catalogue gives it', () => {
  const folder = join(import.meta.dirname, '..', 'app')
  const source = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.') && !file.endsWith('catalogue.ts'))
    .map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\\u2019', '’'))
    .join('\n')
  for (const id of live) {
    const { text, title } = CATALOGUE[id]
    const message = text ?? title
    expect(source.includes(`'${id}'`) || source.includes(message), `${id} is said nowhere`).toBe(true)
  }
})
