import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FrameReader, writeFrame } from './image-frames.ts'

test('messages are received as they were sent, however they are cut into pieces', () => {
  const message = fc.record({ head: fc.object(), blobs: fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 5 }) })
  fc.assert(
    fc.property(fc.array(message, { maxLength: 4 }), fc.integer({ min: 1, max: 97 }), (messages, step) => {
      const sent = Buffer.concat(messages.flatMap(({ head, blobs }) => writeFrame(head, blobs)))
      const reader = new FrameReader(10_000)
      const heard = []
      for (let at = 0; at < sent.length; at += step) heard.push(...reader.push(sent.subarray(at, at + step)))
      expect(heard.map(({ head, blobs }) => [head, blobs.map((blob) => [...blob])])).toEqual(
        messages.map(({ head, blobs }) => [JSON.parse(JSON.stringify(head)), blobs.map((blob) => [...blob])]),
      )
    }),
  )
})

test('a message that is larger than allowed, or malformed, is refused before it is buffered', () => {
  const said = (text: string) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(text.length)
    return Buffer.concat([length, Buffer.from(text)])
  }
  for (const wrong of [
    Buffer.from([0xff, 0xff, 0xff, 0xff]),
    said('no json'),
    said('null'),
    said('{"head":{}}'),
    said('{"head":{},"sizes":[-1]}'),
    said('{"head":{},"sizes":[1e99]}'),
    said('{"head":{},"sizes":["1"]}'),
    said('{"head":{},"sizes":[9999,2]}'),
    said(`{"head":{},"sizes":[${Array.from({ length: 65 }, () => 0).join(',')}]}`),
  ])
    expect(() => new FrameReader(10_000).push(wrong)).toThrow()
})
