/**
 * Every job by name with its payload: plain data, ids rather than content. `app/jobs.server.ts` gives each its handler. A job may run
 * twice; its handler calls one command that can be repeated safely.
 */
export type JobPayloads = {
  process_webhook_event: { webhookEventId: string }
  /** `id` is missing in jobs of releases before November 2026. */
  send_email: { id?: string; to: string; template: string; sealedData: string }
  deliver_event: { eventId: string }
  deliver_mail: { deliveryId: string }
  deliver_digest: { digestId: string }
  deliver_push: { deliveryId: string }
  fan_out_event: { eventId: string; after: string | null }
  make_renditions: { mediaId: string }
  transcode_video: { mediaId: string }
  /** Of a person who is not a creator yet. */
  transcode_first_video: { mediaId: string }
  encode_voice: { mediaId: string }
  build_export: { exportId: string }
  mail_deletion_link: { profileId: string }
  welcome_fan: { creatorId: string; fanId: string }
  deliver_mass_message: { massId: string; after: string | null }
  unsend_mass_message: { massId: string; after: string | null }
}

export type JobName = keyof JobPayloads

/**
 * With whose right a job runs. `system`: nobody's, it carries out what a command decided in its own transaction, and no payload can widen
 * that. `person`: the payload names a person, and the command checks their right again when the job runs.
 */
export const JOB_ACTORS: Record<JobName, 'system' | 'person'> = {
  process_webhook_event: 'system',
  send_email: 'system',
  deliver_event: 'system',
  deliver_mail: 'system',
  deliver_digest: 'system',
  deliver_push: 'system',
  fan_out_event: 'system',
  make_renditions: 'system',
  transcode_video: 'system',
  transcode_first_video: 'system',
  encode_voice: 'system',
  build_export: 'system',
  mail_deletion_link: 'system',
  welcome_fan: 'system',
  deliver_mass_message: 'system',
  unsend_mass_message: 'system',
}

export const JOB_NAMES = Object.keys(JOB_ACTORS) as readonly JobName[]
