import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { describe, expect, test } from 'vitest'
import { narrowHandler } from './narrow-handler.ts'

type Named = { id: string; parentId?: string; path?: string; index?: boolean }

const ROUTES: Named[] = [
  { id: 'root', path: '' },
  { id: 'home', parentId: 'root', index: true },
  { id: 'feed', parentId: 'root', path: 'feed' },
  { id: 'name', parentId: 'root', path: ':name' },
  { id: 'admin', parentId: 'root', path: 'admin' },
  { id: 'admin/overview', parentId: 'admin', index: true },
  { id: 'admin/person', parentId: 'admin', path: 'people/:id' },
  { id: 'admin/new', parentId: 'admin', path: 'people/new' },
  { id: 'admin/else', parentId: 'admin', path: '*' },
]

/** A build of resources, each of which answers with its own name and what it was given. */
function build(): ServerBuild {
  const moduleOf = (id: string) => ({
    loader: ({ params }: { params: object }) => Response.json({ id, params }),
    middleware: [
      async (_: object, next: () => Promise<Response>) => {
        const response = await next()
        response.headers.append('passed', id)
        return response
      },
    ],
  })
  const routes = Object.fromEntries(ROUTES.map((route) => [route.id, { ...route, module: moduleOf(route.id) }]))
  const page = (_: Request, status: number) => new Response('a page', { status })
  const entry = { module: { default: page, handleError: () => {} } }
  const empty = {
    entry,
    assets: { url: '/assets/manifest-1.js' },
    future: {},
    routeDiscovery: { mode: 'initial' },
    ssr: true,
  }
  return { ...empty, basename: '/', routes } as unknown as ServerBuild
}

async function answers(handle: ReturnType<typeof createRequestHandler>, path: string): Promise<unknown[]> {
  const response = await handle(new Request(`http://localhost${path}`), new RouterContextProvider())
  return [response.status, response.headers.get('passed'), await response.text()]
}

describe('a handler of one route', () => {
  const PATHS = [
    '/',
    '/feed',
    '/feed/',
    '/FEED',
    '/somebody',
    '/f%65ed',
    '/admin',
    '/admin/people/7',
    '/admin/people/new',
    '/admin/people/new/x',
    '/admin/else/where',
    '/a/b/c',
    '//feed',
    '/feed?x=1',
    `/${'x'.repeat(200)}`,
  ]

  test('answers every address as the handler of all routes does, also the second time', async () => {
    const whole = createRequestHandler(build(), 'production')
    const narrow = narrowHandler(build())
    for (const path of [...PATHS, ...PATHS])
      expect(await answers(narrow, path), path).toEqual(await answers(whole, path))
  })

  test('finds a route by its parameters anew for each address', async () => {
    const narrow = narrowHandler(build())
    for (const id of ['1', '2', 'new']) await answers(narrow, `/admin/people/${id}`)
    expect((await answers(narrow, '/admin/people/3'))[2]).toBe('{"id":"admin/person","params":{"id":"3"}}')
    expect((await answers(narrow, '/admin/people/new'))[2]).toBe('{"id":"admin/new","params":{}}')
  })
})
