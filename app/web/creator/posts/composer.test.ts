import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cropArea } from './crop-photo.ts'
import { queueText } from './queue-text.ts'

test('MEDIA-01b the progress of all files is shown in files and kilobytes, from ten megabytes on in megabytes', () => {
  expect(queueText({ done: 1, total: 3, sent: 604_000, of: 1_012_000 })).toBe('1 of 3 sent, 604 of 1,012 KB')
  expect(queueText({ done: 0, total: 1, sent: 5_000_000, of: 25_300_000 })).toBe('0 of 1 sent, 5.0 of 25.3 MB')
  expect(queueText({ done: 1, total: 1, sent: 200, of: 100 })).toBe('1 of 1 sent, 0 of 0 KB')
})

test('DASH-03a a cut photo has the chosen shape and lies within the photo, wherever the frame is', () => {
  const edge = fc.integer({ min: 1, max: 8_000 })
  const place = fc.integer({ min: 0, max: 100 })
  fc.assert(
    fc.property(edge, edge, fc.constantFrom(4 / 5, 1), place, place, (width, height, aspect, x, y) => {
      const area = cropArea({ width, height }, aspect, { x, y })
      expect(area.x).toBeGreaterThanOrEqual(0)
      expect(area.y).toBeGreaterThanOrEqual(0)
      expect(area.x + area.width).toBeLessThanOrEqual(width)
      expect(area.y + area.height).toBeLessThanOrEqual(height)
      // One side is whole, the other differs from the shape by less than a pixel.
      expect(area.width === width || area.height === height).toBe(true)
      expect(Math.abs(area.width - area.height * aspect)).toBeLessThanOrEqual(1)
    }),
  )
})
