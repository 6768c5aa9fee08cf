import { afterAll, expect, test } from 'vitest'
import { readConfig, useConfig } from '#app/platform/config.server.ts'
import { documentsAreOn, pictureToolsMissing, usePictureIsolation } from './picture-tools.server.ts'

const demo = (on: boolean) => useConfig({ ...readConfig({}), demo: on })
afterAll(() => {
  demo(true)
  usePictureIsolation(null)
})

test.each([
  ['sandbox', true, null, true],
  ['sandbox', false, null, true],
  [
    'child',
    true,
    'Pictures are decoded without a sandbox (apt-get install bubblewrap, and allow user namespaces)',
    true,
  ],
  [
    'child',
    false,
    'Pictures are decoded without a sandbox, and identity documents are refused (apt-get install bubblewrap, and allow user namespaces)',
    false,
  ],
] as const)('MEDIA-01 with %s, demo %s, the start logs what is missing', async (isolation, isDemo, line, documents) => {
  usePictureIsolation(isolation)
  demo(isDemo)
  expect(await pictureToolsMissing()).toBe(line)
  expect(await documentsAreOn()).toBe(documents)
})
