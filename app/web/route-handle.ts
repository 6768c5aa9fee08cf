import type { Params, RouterContextProvider } from 'react-router'
import type { Actor } from '#app/domain/identity/actor.ts'
import { type Permission, PROVED_PERMISSIONS } from '#app/domain/identity/roles.ts'
import type { to } from '#app/links.ts'
import type { FirstViewPage } from '#app/web/first-view/first-view.tsx'
import type { NavigationTab } from '#app/web/components/shell/navigation.ts'

/**
 * What every route module says about itself: `export const handle = creatorPage(…)` and its like (page-handle.ts), or `{ … } satisfies
 * RouteHandle` for one with a gate or with fields of its own, of which browsers get only `title` and `screen` (vite.config.ts). The policy
 * middleware enforces it before any loader or action runs.
 */
export type RouteHandle = {
  audience: Audience
  policy: Methods
  /** The page looks the same to every visitor without a session: it is rendered once and kept (server/anonymous-pages.ts). */
  cacheable?: Cacheable
  /** Files and JSON, which caches may store: the session cookie is neither renewed nor cleared. */
  renewsSession?: false
  /** Open to members who have not agreed to the current documents yet. */
  beforeAgreements?: true
  /** The tab title of a private page, before the brand name. Such a page is not indexed. Pages that may be shared use publicMeta. */
  title?: string
  screen?: Screen
}

/**
 * Whom the route is for, whatever its policy says:
 * - everyone: visitors, members and staff
 * - members: fans, creators and visitors; staff have no fan account and are redirected to /admin
 * - creators: the same, and fans are redirected to their own page
 * - staff: the team and the owner
 * - machines: no person
 * - demo: everybody, and only where DEMO is on
 */
export type Audience = 'everyone' | 'members' | 'creators' | 'staff' | 'machines' | 'demo'

/**
 * What a request needs:
 * - everybody: no session
 * - checked_by_domain: no session; a policy of the domain decides for each thing, and its refusals have their own responses
 * - signed_in: any session; others are redirected to /auth and come back
 * - complete: a complete profile too; others complete it first
 * - pass: a pass, or a subscription to that creator; only with the gate that shows the specified messages
 * - staff, staff:permission: a staff member (with that permission); others are redirected to /owner-login, staff without it get 403
 * - enrolling: staff whose required second factor is missing; nothing else is open to them (except public routes and routes that say so)
 * - machine: no person; the command authenticates the sender
 */
export type Who =
  | 'everybody'
  | 'checked_by_domain'
  | 'signed_in'
  | 'complete'
  | 'pass'
  | 'staff'
  | `staff:${Permission}`
  | 'enrolling'
  | 'machine'

export type Policy =
  | Who
  | {
      who: Who
      /** Runs first and may throw its own response, with the text that the specification has for it. */
      gate?: Gate
      /**
       * Whether this requires an identity proof within the last minutes; others are redirected to /confirm-identity and come back to this
       * page. Left out, the permission says it (PROVED_PERMISSIONS).
       */
      fresh?: Fresh
      /** Also open to staff whose required second factor is missing. */
      enrolling?: true
    }

export type Asked = {
  request: Request
  url: URL
  params: Params
  context: Readonly<RouterContextProvider>
}

/** Throws the response for people who may not come in. What it has read, it may leave for the loader in a context of its own. */
export type Gate = (asked: Asked & { actor: Actor }) => void | Promise<void>

/** The page of the form: the same address, the page with the person's sign-in methods, or another one. */
export type FormPage = 'here' | 'security' | typeof to.dataExport

/** The page of the form; only some decisions, by the last part of their address; or none, where the permission would ask for a proof. */
export type Fresh = FormPage | { decisions: readonly string[] } | 'not_needed'

/** Unlisted methods get 405: an address that takes forms only has no GET. GET includes HEAD. */
export type Methods = Partial<Record<'GET' | 'POST' | 'PATCH' | 'DELETE' | 'OPTIONS', Policy>>

export type Cacheable = {
  /** The query parameters that change the page, each with every value that it accepts. */
  query?: Readonly<Record<string, readonly string[]>>
  /** Query parameters with which the page is not kept. */
  except?: readonly string[]
  /** The form of each parameter of the path; other paths are not kept. */
  params?: Readonly<Record<string, RegExp>>
}

/** The frame around the page. What a page leaves out comes from the layout around it. */
export type Screen = {
  /** full: header, footer, bottom bar; focused: the logo only; bare: no header; none: the page renders its own frame. */
  shell?: 'full' | 'focused' | 'bare' | 'none'
  /** false: the page ships no script at all. 'unless_saving_data': none to a browser that saves data, for a page that works whole without. */
  hydrate?: boolean | 'unless_saving_data'
  tab?: NavigationTab
  bottomBar?: boolean
  /**
   * Where the back arrow in the header leads. A page whose place depends on its data returns `backHref` from its loader instead. Only the
   * first page of a tab and a page that has to be finished have no arrow.
   */
  backHref?: string
  /** Shown to visitors with the sheet of its first view inlined. */
  firstView?: FirstViewPage
}

export function whoOf(policy: Policy): Who {
  return typeof policy === 'string' ? policy : policy.who
}

export function gateOf(policy: Policy): Gate | null {
  return typeof policy === 'string' ? null : (policy.gate ?? null)
}

/**
 * Where a proof leads back to if this request needs one, else null. `path` is its address or the pattern of it. An action of staff needs one
 * by its permission, so that a new address can't forget it.
 */
export function freshOf(policy: Policy, method: string, path: string): FormPage | null {
  const fresh = typeof policy === 'string' ? undefined : policy.fresh
  if (fresh === 'not_needed') return null
  if (typeof fresh === 'object') return fresh.decisions.includes(path.slice(path.lastIndexOf('/') + 1)) ? 'here' : null
  if (fresh) return fresh
  const who = whoOf(policy)
  const permission = who.startsWith('staff:') ? (who.slice('staff:'.length) as Permission) : null
  return permission && method !== 'GET' && PROVED_PERMISSIONS.has(permission) ? 'here' : null
}

/** The Allow header of an address. */
export function allowedMethods(methods: Methods): string {
  return Object.keys(methods)
    .flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    .join(', ')
}

/** Whether staff whose required second factor is missing may open it. */
export function isOpenWhileEnrolling({ audience }: RouteHandle, policy: Policy): boolean {
  if (typeof policy !== 'string' && policy.enrolling) return true
  if (audience === 'members' || audience === 'creators') return false
  return ['everybody', 'enrolling', 'machine'].includes(whoOf(policy))
}
