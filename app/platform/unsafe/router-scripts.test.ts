import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { fingerprint, isKnownScript, scriptHashes } from './router-scripts.server.ts'

/** The function that the installed router writes into each page, as it is in its source. */
function routersFunction(): string {
  const folder = dirname(createRequire(import.meta.url).resolve('react-router/package.json'))
  const source = readFileSync(join(folder, 'dist/production/lib/dom/lib.js'), 'utf8')
  return /let restoreScroll = \((\(\w+, \w+\) => \{[\s\S]*?\n\t\})\)\.toString\(\)/.exec(source)![1]!
}

const context = `window.__reactRouterContext = {"basename":"/","ssr":true};window.__reactRouterContext.stream = new ReadableStream({start(controller){window.__reactRouterContext.streamController = controller;}}).pipeThrough(new TextEncoderStream());`
const data = (text: string) => `window.__reactRouterContext.streamController.enqueue(${JSON.stringify(text)});`
const modules = `import "/assets/manifest-1a2b.js";\nimport * as route0 from "/assets/root-x_Y.js";\nimport * as route1 from "/assets/feed-1.js";\n  \n  window.__reactRouterRouteModules = {"root":route0,"web/public/feed":route1};\n\nimport("/assets/entry.client-9.js");`
const scroll = () => `(${routersFunction()})("react-router-scroll-positions", null)`
const end = 'window.__reactRouterContext.streamController.close();'

test('the router’s own scripts are known, in the version that is installed', () => {
  for (const script of [context, data('[{"a":1},"\\u003c/script>"]\n'), modules, scroll(), end])
    expect(isKnownScript(script), `${script.slice(0, 80)} ${fingerprint(routersFunction())}`).toBe(true)
})

test('a script that got into a shared page in another way is not allowed', () => {
  const foreign = [
    'alert(1)',
    '',
    `${context}alert(1)`,
    context.replace('{"basename":"/","ssr":true}', '(alert(1),{})'),
    context.replace('"ssr":true', '"ssr":alert(1)'),
    `${data('x')}alert(1)`,
    `window.__reactRouterContext.streamController.enqueue(alert(1));`,
    `window.__reactRouterContext.streamController.enqueue("a");alert("b");`,
    `${end}alert(1)`,
    `${modules}\nalert(1)`,
    modules.replace('/assets/feed-1.js', 'https://evil.example/x.js'),
    modules.replace('/assets/feed-1.js', '/media/1/original'),
    modules.replace(':route1', ':alert(1)'),
    scroll().replace('console.error(error);', 'alert(1);'),
    `${scroll()};alert(1)`,
    scroll().replace(', null)', ', alert(1))'),
  ]
  for (const script of foreign) expect(isKnownScript(script), script).toBe(false)
  expect(
    scriptHashes(`<p></p><script>${end}</script><script async>alert(1)</script><script src="/a.js"></script>`),
  ).toHaveLength(1)
})
