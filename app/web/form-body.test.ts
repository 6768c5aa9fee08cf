import { describe, expect, test } from 'vitest'
import { type FormLimits, readForm, readFormBody, TEXT_FORM } from './form-body.server.ts'

const BOUNDARY = '----form'
const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`
const URLENCODED = 'application/x-www-form-urlencoded'
const PHOTO: FormLimits = { bytes: 1_000_000, files: 3, fileBytes: 500_000 }

const field = (name: string, value: string) =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const file = (name: string, content: string, filename = 'a.jpg') =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"; filename="${filename}"\r\ncontent-type: image/jpeg\r\n\r\n${content}\r\n`
const END = `--${BOUNDARY}--\r\n`

/** A request whose body comes in chunks; `pulled` counts the chunks that were read. */
function streamed(
  type: string,
  pieces: Iterable<string>,
): { request: Request; read: { pulled: number; cancelled: boolean } } {
  const read = { pulled: 0, cancelled: false }
  const left = pieces[Symbol.iterator]()
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const next = left.next()
        if (next.done) return controller.close()
        read.pulled += 1
        controller.enqueue(new TextEncoder().encode(next.value))
      },
      cancel() {
        read.cancelled = true
      },
    },
    { highWaterMark: 0 },
  )
  const init = { method: 'POST', headers: { 'content-type': type }, body, duplex: 'half' }
  return { request: new Request('http://localhost/form', init), read }
}

function* times(count: number, piece: string): Generator<string> {
  for (let index = 0; index < count; index += 1) yield piece
  yield END
}

describe('what a browser sends', () => {
  test('fields, repeated fields and files arrive as they were sent', async () => {
    const sent = new FormData()
    sent.append('name', 'Näkato "the\r\nfirst"')
    sent.append('tag', 'a')
    sent.append('tag', 'b')
    sent.append('photo', new File(['\u0000\r\n--not the end'], 'my photo.jpg', { type: 'image/jpeg' }))
    sent.append('untouched', new File([], ''))
    const form = await readForm(new Request('http://localhost/form', { method: 'POST', body: sent }), PHOTO)
    expect(form.getAll('tag')).toEqual(['a', 'b'])
    expect(form.get('name')).toBe('Näkato "the\r\nfirst"')
    const photo = form.get('photo') as File
    expect([photo.name, photo.type, await photo.text()]).toEqual([
      'my photo.jpg',
      'image/jpeg',
      '\u0000\r\n--not the end',
    ])
    expect(form.get('untouched')).toMatchObject({ size: 0, name: '' })
  })

  test('a form without files arrives as it was typed', async () => {
    const body = new URLSearchParams([
      ['text', 'a b&c=d+é'],
      ['tag', '1'],
      ['tag', '2'],
    ])
    const form = await readForm(new Request('http://localhost/form', { method: 'POST', body }))
    expect([...form]).toEqual([...body])
  })

  test('chunks may end anywhere, even inside a boundary', async () => {
    const whole = field('a', 'one') + file('photo', 'bytes') + END
    const { request } = streamed(MULTIPART, whole)
    const form = await readForm(request, PHOTO)
    expect(form.get('a')).toBe('one')
    expect(await (form.get('photo') as File).text()).toBe('bytes')
  })
})

describe('refuses a form beyond its limits and does not read the rest', () => {
  const stops = async (type: string, pieces: Iterable<string>, limits: FormLimits, kind: string, maxPieces: number) => {
    const { request, read } = streamed(type, pieces)
    expect(await readFormBody(request, limits)).toEqual({ ok: false, refusal: { kind } })
    expect(read.pulled).toBeLessThanOrEqual(maxPieces)
    expect(read.cancelled).toBe(true)
  }

  test('400,000 empty file parts end at the fourth', () =>
    stops(MULTIPART, times(400_000, file('photo', '', '')), PHOTO, 'too_large', 6))
  test('400,000 empty file parts without a name of a file end at the forty-first', () =>
    stops(MULTIPART, times(400_000, field('a', '')), PHOTO, 'too_large', 43))
  test('many parts in one piece end there', () =>
    stops(MULTIPART, times(100, field('a', '').repeat(2_000)), PHOTO, 'too_large', 1))
  test('a fourth file', () => stops(MULTIPART, times(10, file('photo', 'x')), PHOTO, 'too_large', 6))
  test('a file in a form that has none', () =>
    stops(MULTIPART, times(10, file('photo', 'x')), TEXT_FORM, 'too_large', 3))
  test('a file that is too large', () =>
    stops(MULTIPART, [file('photo', '').slice(0, -2), ...times(100, 'x'.repeat(100_000))], PHOTO, 'file_too_large', 8))
  test('files that are too large together', () =>
    stops(MULTIPART, times(3, file('photo', 'x'.repeat(400_000))), PHOTO, 'file_too_large', 4))
  test('text that is too long together', () =>
    stops(MULTIPART, times(30, field('a', 'x'.repeat(20_000))), PHOTO, 'too_large', 7))
  test('a header of a part that does not end', () =>
    stops(MULTIPART, [`--${BOUNDARY}\r\n`, ...times(1_000, 'x-more: y\r\n')], PHOTO, 'too_large', 210))
  test('200 fields of an ordinary form, 100 kB of it', async () => {
    await stops(URLENCODED, times(100, 'x'.repeat(10_000)), TEXT_FORM, 'too_large', 12)
    const { request } = streamed(URLENCODED, ['a=1&'.repeat(300)])
    expect(await readFormBody(request, TEXT_FORM)).toEqual({ ok: false, refusal: { kind: 'too_large' } })
  })
  test('an announced length beyond it, without reading anything', async () => {
    const { request, read } = streamed(MULTIPART, times(10, field('a', '1')))
    request.headers.set('content-length', '5000000')
    expect(await readFormBody(request, PHOTO)).toEqual({ ok: false, refusal: { kind: 'file_too_large' } })
    expect(read.pulled).toBe(0)
  })
})

describe('refuses a body that is not a form', () => {
  const unreadable = async (type: string, text: string) => {
    const { request } = streamed(type, [text])
    expect(await readFormBody(request, PHOTO)).toEqual({ ok: false, refusal: { kind: 'unreadable' } })
  }
  test('another type', () => unreadable('application/json', '{}'))
  test('no boundary', () => unreadable('multipart/form-data', END))
  test('a boundary of 10,000 characters', () => unreadable(`multipart/form-data; boundary=${'x'.repeat(10_000)}`, END))
  test('no end', () => unreadable(MULTIPART, field('a', 'b')))
  test('a part without a name', () => unreadable(MULTIPART, `--${BOUNDARY}\r\nx: y\r\n\r\nz\r\n${END}`))
  test('text that is no text', async () => {
    const bytes = Buffer.concat([
      Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="a"\r\n\r\n`),
      Buffer.from([0xff, 0xfe]),
      Buffer.from(`\r\n${END}`),
    ])
    const request = new Request('http://localhost/', {
      method: 'POST',
      headers: { 'content-type': MULTIPART },
      body: bytes,
    })
    expect(await readFormBody(request, PHOTO)).toEqual({ ok: false, refusal: { kind: 'unreadable' } })
  })
})
