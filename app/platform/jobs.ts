/**
 * Every job by name with its payload: plain data, ids rather than content. `app/jobs.server.ts` gives each its handler. A job may
 * run twice; its handler calls one act that doesn't mind.
 */
export type JobPayloads = {
  complete_purchase: { txRef: string; providerId?: string }
  process_webhook_event: { webhookEventId: string }
  send_email: { to: string; template: string; sealedData: string }
  make_renditions: { mediaId: string }
}

export type JobName = keyof JobPayloads

export const JOB_NAMES: readonly JobName[] = [
  'complete_purchase',
  'process_webhook_event',
  'send_email',
  'make_renditions',
]
