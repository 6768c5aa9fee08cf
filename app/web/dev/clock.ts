import { z } from 'zod'
import { runDueJobs } from '#app/jobs.server.ts'
import { advanceClock } from '#app/platform/clock.server.ts'
import { now } from '#app/platform/clock.ts'
import { config } from '#app/platform/config.server.ts'
import { readText } from '#app/web/form-body.server.ts'
import { notFound } from '#app/web/not-found.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/clock'

export const handle = {
  audience: 'demo',
  policy: { GET: 'everybody', POST: 'everybody' },
  renewsSession: false,
  beforeAgreements: true,
} satisfies RouteHandle

// ISO 8601 durations with whole numbers except seconds. Negative ones are refused: the clock must not run backwards.
const Advance = z.object({
  advance: z
    .string()
    .max(40)
    .regex(/^P(?!$)(\d+Y)?(\d+M)?(\d+W)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+(\.\d+)?S)?)?$/),
})

const MAX_BYTES = 1_000

function parsedOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export function loader(): Response {
  if (!config().demo) notFound()
  return Response.json({ now: now().toISOString() })
}

/** Moves the clock forward; jobs that became due have run when it returns. Demo only. */
export async function action({ request }: Route.ActionArgs): Promise<Response> {
  if (!config().demo) notFound()
  const body = Advance.safeParse(parsedOf((await readText(request, MAX_BYTES)) ?? ''))
  if (!body.success)
    return Response.json({ error: 'advance must be an ISO 8601 duration such as P7D or PT30M' }, { status: 400 })
  const advancedByMs = await advanceClock(body.data.advance)
  await runDueJobs()
  return Response.json({ now: now().toISOString(), advancedByMs })
}
