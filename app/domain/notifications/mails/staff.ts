import { layOutMail } from '../mail-layout.ts'
import { template } from '../mail-template.ts'
import { StaffAlert, staffAlertMail } from '../staff-alert.ts'

/** Mails to staff about urgent matters. */
export const staffMails = {
  staff_alert: template(StaffAlert, (alert, brandName) => {
    const { heading, parts } = staffAlertMail(alert)
    return {
      subject: 'Something at work needs you',
      code: null,
      link: alert.link,
      ...layOutMail(heading, parts, brandName),
    }
  }),
}
