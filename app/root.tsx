import { type ReactNode, useContext, useEffect, useRef } from 'react'
import {
  data,
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  UNSAFE_useScrollRestoration,
  useLocation,
  useMatches,
  useRouteLoaderData,
} from 'react-router'
import { countUnreadThreads } from '#app/domain/chat/queries.server.ts'
import { countUnread } from '#app/domain/notifications/queries.server.ts'
import { to } from '#app/links.ts'
import { config } from '#app/platform/config.server.ts'
import { logFailure } from '#app/platform/log-failure.server.ts'
import { Bell } from '#app/web/components/shell/bell.tsx'
import { activeTab, navigationItems } from '#app/web/components/shell/navigation.ts'
import { Page } from '#app/web/components/shell/page.tsx'
import { usePlayers } from '#app/web/components/player/use-players.ts'
import { ErrorView, ForbiddenView, NotFoundView, REFUSAL_TITLES } from '#app/web/components/notices.tsx'
import { actorContext, requestFactsContext } from '#app/web/context.server.ts'
import { QuickHide } from '#app/web/components/quick-hide.tsx'
import { actorMiddleware } from '#app/web/middleware/actor.server.ts'
import { agreementsMiddleware } from '#app/web/middleware/agreements.server.ts'
import { policyMiddleware } from '#app/web/middleware/policy.server.ts'
import { forgetUnsent } from '#app/web/chat/forget-unsent.ts'
import type { RouteHandle, Screen } from '#app/web/route-handle.ts'
import { browsesAsFan } from '#app/web/browse-as.server.ts'
import { useUnread } from '#app/web/live/use-unread.ts'
import { aheadContext } from '#app/web/read-ahead.server.ts'
import { answerWithoutNetwork, isNetworkLost } from '#app/web/network.ts'
import { quickHideIsOn, quickHideMiddleware } from '#app/web/quick-hide.server.ts'
import { readToast } from '#app/web/toast.server.ts'
import fontUrl from '#app/ui/fonts/figtree.woff2?url'
import coreUrl from '#app/web/core.css?url'
import { FirstView } from '#app/web/first-view/first-view.tsx'
import { PAGE_ID } from '#app/web/hydration/page-id.ts'
import stylesUrl from '#app/web/styles.css?url'
import type { Route } from './+types/root'

export const middleware: Route.MiddlewareFunction[] = [
  quickHideMiddleware,
  actorMiddleware,
  policyMiddleware,
  agreementsMiddleware,
]

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [answerWithoutNetwork]

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext)
  const { toast, headers } = readToast(request)
  const { brandName, demo } = config()
  const { nonce, origin } = context.get(requestFactsContext)
  // Only for a person: pages of visitors stay the same for everybody, and cost no query.
  const ahead = context.get(aheadContext)
  const [unread, unreadChats] = ahead
    ? [ahead.unread, ahead.chats]
    : actor
      ? await Promise.all([countUnread(actor.id).catch(logNoCount), countUnreadThreads(actor.id).catch(logNoCount)])
      : [0, 0]
  return data(
    {
      viewer: actor && {
        displayName: actor.displayName ?? actor.email,
        username: actor.username,
        avatarUrl: actor.avatarMediaId ? to.media(actor.avatarMediaId, 'w80.webp') : null,
        userType: actor.userType,
        browsesAsFan: browsesAsFan(request),
        unread,
        unreadChats,
      },
      toast,
      brandName,
      demo,
      origin,
      nonce,
      saveData: request.headers.get('save-data') === 'on',
      quickHide: quickHideIsOn(request),
    },
    { headers: headers.map((cookie): [string, string] => ['set-cookie', cookie]) },
  )
}

/** Bell and bar are on every page: where a count fails, the page is shown without it. */
function logNoCount(error: unknown): number {
  logFailure(error, {}, 'what is unread could not be counted')
  return 0
}

// Sign-in, sign-out and toasts change the frame. They come with full page loads or actions, so plain navigation keeps it.
export function shouldRevalidate({
  formMethod,
  defaultShouldRevalidate,
}: {
  formMethod?: string
  defaultShouldRevalidate: boolean
}) {
  return formMethod !== undefined && formMethod !== 'GET' ? defaultShouldRevalidate : false
}

/**
 * On the server the whole document; in the browser what is in its `#page`, the part that is hydrated (decision 0093). So nothing that stands
 * around it in the document stops the hydration, and React never makes a script, which Trusted Types refuse.
 */
export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>('root')
  const { hydrate } = useScreen()
  const firstView = useContext(FirstView)
  // React takes titles, descriptions and the like to the head, wherever they are rendered.
  const page = (
    <>
      <Meta />
      {/* Nobody is asked to install anything before they have an account, and every visitor would load it. */}
      {root?.viewer && <link rel="manifest" href={to.manifest} />}
      {!firstView && <Links />}
      {children}
      {/* What the first view does without, after all that it must not hold up. */}
      {firstView && <link rel="stylesheet" href={stylesUrl} />}
      {firstView && <Links />}
    </>
  )
  // In the same places as in the document, because React's ids count them.
  if (!import.meta.env.SSR)
    return (
      <>
        {null}
        <>
          <RestoredScroll>{page}</RestoredScroll>
          {null}
        </>
      </>
    )
  const scripts = hydrate !== false && !(hydrate === 'unless_saving_data' && root?.saveData)
  return (
    <html lang="en" data-save-data={root?.saveData ? '' : undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        {/* Text grows with the setting of the phone, not only of the browser. */}
        <meta name="text-scale" content="scale" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#FDF9F6" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#160F0A" media="(prefers-color-scheme: dark)" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {/* Loaded early so that the first page has it too; a browser in data-saving mode never loads it. */}
        {root && !root.saveData && (
          <link rel="preload" as="font" type="font/woff2" href={fontUrl} crossOrigin="anonymous" />
        )}
        {firstView ? (
          <style data-page={firstView.page}>{firstView.styles}</style>
        ) : (
          <link rel="stylesheet" href={coreUrl} />
        )}
        {!firstView && <link rel="stylesheet" href={stylesUrl} />}
      </head>
      <body>
        <div id={PAGE_ID}>{page}</div>
        {scripts && (
          <>
            <ScrollRestoration nonce={root?.nonce ?? undefined} />
            <Scripts nonce={root?.nonce ?? undefined} />
          </>
        )}
      </body>
    </html>
  )
}

function RestoredScroll({ children }: { children: ReactNode }) {
  UNSAFE_useScrollRestoration()
  return children
}

export default function Root() {
  useFocusOnNavigation()
  usePlayers()
  const brandName = useRouteLoaderData<typeof loader>('root')?.brandName ?? 'Peach'
  const title = useHandles().findLast((handle) => handle?.title)?.title
  return (
    <Frame>
      {title && <title>{`${title} · ${brandName}`}</title>}
      {title && <meta name="robots" content="noindex" />}
      <Outlet />
    </Frame>
  )
}

const ERROR_TITLES: Record<number, string> = { 403: 'No access', 404: 'Page not found', ...REFUSAL_TITLES }

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const status = isNetworkLost() ? 0 : isRouteErrorResponse(error) ? error.status : 500
  return (
    <Frame shell={status === 403 ? 'bare' : 'full'}>
      {/* The page failed before it could set its own title. */}
      <title>{`${ERROR_TITLES[status] ?? 'Something went wrong'} · Peach`}</title>
      <meta name="robots" content="noindex" />
      {status === 404 ? <NotFoundView /> : status === 403 ? <ForbiddenView /> : <ErrorView status={status} />}
    </Frame>
  )
}

function Frame({ children, shell }: { children: ReactNode; shell?: Screen['shell'] }) {
  const root = useRouteLoaderData<typeof loader>('root')
  const screen = useScreen()
  const backHref = useBackHref(screen)
  const { pathname } = useLocation()
  const unread = useUnread(root?.viewer ?? null)
  const viewer = root?.viewer ? { ...root.viewer, ...unread } : null
  const isSignedOut = root !== undefined && viewer === null
  // After a sign-out, or the end of a session, nothing that was written stays in the tab.
  useEffect(() => {
    if (isSignedOut) forgetUnsent()
  }, [isSignedOut])
  const kind = shell ?? screen.shell ?? 'full'
  if (kind === 'none') return children
  return (
    <Page
      viewer={viewer}
      brandName={root?.brandName ?? 'Peach'}
      demo={root?.demo ?? false}
      active={activeTab(navigationItems(viewer), screen.tab, pathname)}
      kind={kind}
      bottomBar={screen.bottomBar}
      backHref={backHref}
      headerActions={
        <>
          {root?.quickHide && <QuickHide />}
          {viewer && kind === 'full' && <Bell unread={viewer.unread} />}
        </>
      }
      toast={root?.toast}
    >
      {children}
    </Page>
  )
}

/** The frame of the page; what it leaves out comes from the layout around it. */
function useScreen(): Screen {
  return Object.assign({}, ...useHandles().map((handle) => handle?.screen)) as Screen
}

/** Where the back arrow leads: as the route says or, where it depends on the data, as its loader says. */
function useBackHref({ backHref }: Screen): string | undefined {
  const loaded = useMatches().at(-1)?.loaderData as { backHref?: unknown } | undefined
  if (backHref !== undefined) return backHref
  return typeof loaded?.backHref === 'string' ? loaded.backHref : undefined
}

function useHandles(): (Pick<RouteHandle, 'title' | 'screen'> | undefined)[] {
  return useMatches().map((match) => match.handle as RouteHandle | undefined)
}

/** After a client navigation the new page's heading gets the focus, as if the page had been loaded. */
function useFocusOnNavigation(): void {
  const { pathname } = useLocation()
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    const heading = document.querySelector('h1')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus({ preventScroll: true })
  }, [pathname])
}
