import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinReads } from './join-reads.ts'

const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await Promise.resolve()
}

test('whoever asks gets a read that began after the question, and many who ask at once share it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ wait: fc.nat(6), key: fc.constantFrom('a', 'b') }), { maxLength: 40 }),
      async (asked) => {
        const join = joinReads<number>()
        let clock = 0
        let reads = 0
        const answers: Promise<void>[] = []
        for (const { wait, key } of asked) {
          await turns(wait)
          const at = (clock += 1)
          const answer = join(key, async () => {
            reads += 1
            const began = (clock += 1)
            await turns(5)
            return began
          })
          answers.push(answer.then((began) => expect(began).toBeGreaterThan(at)))
        }
        await Promise.all(answers)
        expect(reads).toBeLessThanOrEqual(asked.length)
      },
    ),
    { numRuns: 200 },
  )
})

test('sixteen who ask at once cost two reads, and the next one begins anew', async () => {
  const join = joinReads<number>()
  let reads = 0
  const read = async (): Promise<number> => {
    reads += 1
    await turns(3)
    return reads
  }
  await Promise.all(Array.from({ length: 16 }, () => join('a', read)))
  expect(reads).toBe(2)
  await join('a', read)
  expect(reads).toBe(3)
})

test('a read that fails fails for those who shared it, and not for those after it', async () => {
  const join = joinReads<string>()
  const failing = join('a', () => Promise.reject(new Error('gone')))
  const after = join('a', () => Promise.resolve('there'))
  await expect(failing).rejects.toThrow('gone')
  expect(await after).toBe('there')
})
