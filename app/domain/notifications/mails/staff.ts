import { layOutMail } from '../mail-layout.ts'
import { template } from '../mail-template.ts'
import { StaffAlert, staffAlertMail } from '../staff-alert.ts'

/** Mails to whoever works here, about what can't wait. */
export const staffMails = {
  staff_alert: template(StaffAlert, (alert, brandName) => {
    const { heading, parts } = staffAlertMail(alert)
    return {
      subject: 'Something needs you at work',
      code: null,
      link: alert.link,
      ...layOutMail(heading, parts, brandName),
    }
  }),
}
