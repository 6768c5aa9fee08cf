import { creatorBooking } from '../creator-booking.ts'

/** Split between creator and platform when it is paid. */
export const unlockCredits = creatorBooking('unlock_paid')
