import { redirect } from 'react-router'
import { findReceivedRequest, type RequestView } from '#app/domain/requests/queries.server.ts'
import type { RequestState } from '#app/domain/requests/request.ts'
import { orNotFound } from '#app/web/not-found.server.ts'
import { toDashboard } from '#app/dashboard-links.ts'

/** A creator's request in one of these states, for the page of its next step; in others the request itself is shown. */
export async function requestInState(
  creatorId: string,
  requestId: string,
  states: readonly RequestState[],
): Promise<RequestView> {
  const request = orNotFound(await findReceivedRequest(creatorId, requestId))
  if (!states.includes(request.status)) throw redirect(toDashboard.receivedRequest(requestId), 303)
  return request
}
