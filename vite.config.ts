import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, parseSync, type Plugin } from 'vite'

// Without `.server`, because the browser uses it too; but it holds how far the clock was moved, so one copy must exist.
const CLOCK = '#app/platform/clock.ts'

/**
 * `*.server.ts` modules hold state (the database pool, the clock, the queue). Node loads them at run time, so that the server entry
 * and the built routes share one copy; a bundle would contain a second one.
 */
function serverModulesStayOutside(): Plugin {
  return {
    name: 'server-modules-stay-outside',
    apply: 'build',
    enforce: 'pre',
    resolveId(id) {
      if (this.environment?.name === 'client' || !id.startsWith('#')) return null
      if (!id.endsWith('.server.ts') && id !== CLOCK) return null
      return { id, external: true }
    },
  }
}

// What a browser needs of a route's handle; the rest is the server's.
const OF_THE_SCREEN = new Set(['title', 'screen'])

/**
 * Moves policies and gates out of `handle` into an export that React Router removes for browsers, together with everything that only it
 * uses. Otherwise the server's modules that a gate imports would fail the build.
 */
function policiesStayOnTheServer(): Plugin {
  return {
    name: 'policies-stay-on-the-server',
    enforce: 'pre',
    transform(code, id) {
      if (this.environment.name !== 'client' || !id.includes('/app/web/')) return null
      if (MAKES_HANDLES.test(id)) return withScreensOnly(code, id)
      if (!code.includes('satisfies RouteHandle')) return null
      const handle = handleOf(parseSync(id.split('?')[0]!, code).program)
      const textOf = (some: Place[]) => `{ ${some.map(({ start, end }) => code.slice(start, end)).join(', ')} }`
      const kept = handle.properties.filter(({ name }) => OF_THE_SCREEN.has(name))
      const moved = handle.properties.filter(({ name }) => !OF_THE_SCREEN.has(name))
      const rest = code.slice(handle.end)
      return `${code.slice(0, handle.start)}${textOf(kept)}${rest}\nexport const middleware = [${textOf(moved)}]\n`
    },
  }
}

const MAKES_HANDLES = /\/(page|staff)-handle\.ts$/

/** The functions that make the handles of usual pages, without what is the server's. */
function withScreensOnly(code: string, id: string): string {
  let kept = code
  const functions = parseSync(id, code).program.body.flatMap((statement) =>
    statement.type === 'ExportNamedDeclaration' && statement.declaration?.type === 'FunctionDeclaration'
      ? [statement.declaration]
      : [],
  )
  // From the last to the first, so that the places of the others stay right.
  for (const { body } of functions.toReversed()) {
    const [returned] = body?.body ?? []
    if (returned?.type !== 'ReturnStatement' || returned.argument?.type !== 'ObjectExpression')
      throw new Error('A function that makes handles returns an object.')
    for (const property of returned.argument.properties.toReversed()) {
      if (property.type === 'SpreadElement') continue
      if (property.key.type === 'Identifier' && OF_THE_SCREEN.has(property.key.name)) continue
      kept = kept.slice(0, property.start) + kept.slice(property.end).replace(/^,?\s*/, '')
    }
  }
  return kept
}

type Place = { start: number; end: number }

/** Where a module's `export const handle = { … } satisfies RouteHandle` stands in its text, with its properties. */
function handleOf(
  program: ReturnType<typeof parseSync>['program'],
): Place & { properties: (Place & { name: string })[] } {
  for (const statement of program.body) {
    if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration') continue
    const [declared] = statement.declaration.declarations
    if (declared?.id.type !== 'Identifier' || declared.id.name !== 'handle') continue
    const value = declared.init?.type === 'TSSatisfiesExpression' ? declared.init.expression : declared.init
    if (value?.type !== 'ObjectExpression') break
    const properties = value.properties.map((property) => {
      if (property.type !== 'Property' || property.key.type !== 'Identifier')
        throw new Error('A handle lists its properties by name.')
      return { name: property.key.name, start: property.start, end: property.end }
    })
    return { start: value.start, end: value.end, properties }
  }
  throw new Error('A handle is an object with its properties: `export const handle = { … } satisfies RouteHandle`.')
}

// React and its router change only with their versions: after a release of ours they stay in the visitor's cache.
const REACT = /node_modules\/(react|react-dom|react-router|scheduler)\//
// The design system, the frame of every page, and what nearly every page uses.
const FRAME =
  /(app\/(ui\/(?!code-field|date-fields|file-button|tracker|steps|table|status-mark|use-closing-details)|links|web\/(components\/(shell\/|notices|responsive-picture|quick-hide|sign-in-notes|form-error-summary)|page-meta|form-answer|network|page-handle|install-prompt|first-view\/|hydration\/|chat\/forget-unsent)|domain\/settings\/constants|platform\/(result|verdict|invariant|exact-text))|vite\/preload-helper)[^?]*$/
// Code that feeds and profiles share, and code that only profiles use.
const CARDS =
  /app\/web\/(components\/(creator-card|creator-links|follow-toggle)|creator-meta|use-sheet|ended-session|public\/age-gate-view)[^?]*$/
const PROFILE = /app\/web\/(components\/(creator-profile[-.]|post-card|locked-media)|public\/creator-answer-view)[^?]*$/
// Code that every page with a payment form loads.
const PAY =
  /app\/(web\/(checkout\/(payment-form|purchase-form|plan-options|plan-card|pass-dialog))|domain\/payments\/mobile-network)[^?]*$/
// Code that forms about a person and pages with autosave share.
const FORMS =
  /app\/(web\/components\/(autosave-form|continue-foot|person-fields|saved-note|use-autosave|use-server-check|use-visit)|ui\/(code-field|date-fields|file-button|steps))[^?]*$/

export default defineConfig({
  css: {
    postcss: {
      plugins: [
        {
          // Repeats the rules for large text as `@container` rules. A media query counts in the text size that is set in the browser; a
          // container, which app/ui/large-text.css names, also in that of a page whose root was scaled by an extension or a style.
          postcssPlugin: 'large-text-in-containers',
          Once(root) {
            root.walkAtRules('media', (rule) => {
              if (rule.params === '(max-width: 18em)') rule.after(rule.clone({ name: 'container' }))
            })
          },
        },
      ],
    },
  },
  plugins: [serverModulesStayOutside(), policiesStayOnTheServer(), reactRouter()],
  // Without preloading there is no helper for it, which every page would load.
  build: { assetsInlineLimit: 0, target: 'es2020', modulePreload: false },
  environments: {
    client: {
      build: {
        // Every file costs its headers, so the small parts that most pages share are one file.
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'react', test: REACT, priority: 1 },
                { name: 'ui', test: FRAME },
                { name: 'cards', test: CARDS },
                { name: 'profile', test: PROFILE },
                { name: 'forms', test: FORMS },
                { name: 'pay', test: PAY },
              ],
            },
          },
        },
      },
    },
  },
})
