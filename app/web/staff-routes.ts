/** Whether a route is of the team's pages. Members' pages neither link to them nor name them in what they load. */
export function isStaffRoute(id: string): boolean {
  return id.startsWith('web/admin/') || id.startsWith('web/auth/owner-')
}

/** The address of the manifest with the team's pages, beside the one without them. */
export function staffManifest(url: string): string {
  return url.replace('/manifest-', '/manifest-staff-')
}
