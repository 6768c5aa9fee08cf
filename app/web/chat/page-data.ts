import type { Route } from './+types/thread'

export type PageData = Route.ComponentProps['loaderData']
