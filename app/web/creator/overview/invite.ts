/** WhatsApp with a message that is ready to send; its user chooses the recipient there. */
export function inviteLink(address: string): string {
  return `https://wa.me/?${new URLSearchParams({ text: `I am on Peach now. See my page: ${address}` })}`
}

export const NO_INVITES_LEFT = 'All 6 invites are used. Your link has no limit.'
