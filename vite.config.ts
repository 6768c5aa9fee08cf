import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Plugin } from 'vite'

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

// React and its router change only with their versions: after a release of ours they stay in the visitor's cache.
const REACT = /node_modules\/(react|react-dom|react-router|scheduler)\//
// The design system, the frame of every page, and what nearly every page uses.
const FRAME =
  /app\/(ui\/|web\/(components\/(shell\/|error-view|not-found-view|forbidden-view|responsive-picture|quick-hide|sign-in-notes)|page-meta|own-path)|domain\/settings\/constants|platform\/(result|verdict|invariant))[^?]*$/
// Code that feeds and profiles share, and code that only profiles use.
const CARDS = /app\/web\/(components\/(creator-card|creator-links)|creator-meta|public\/age-gate-view)[^?]*$/
const PROFILE =
  /app\/web\/(components\/(creator-profile-|post-card|locked-media|follow-toggle)|public\/creator-answer-view)[^?]*$/
// Code that forms about a person and pages with autosave share.
const FORMS =
  /app\/web\/components\/(autosave-form|continue-foot|person-fields|saved-note|use-autosave|use-server-check|use-visit)[^?]*$/

export default defineConfig({
  plugins: [serverModulesStayOutside(), reactRouter()],
  build: { assetsInlineLimit: 0, target: 'es2020' },
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
                { name: 'pay', test: /app\/web\/components\/(payment-form|pass-dialog|plan-card)[^?]*$/ },
              ],
            },
          },
        },
      },
    },
  },
})
