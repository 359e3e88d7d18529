import { useMutation, useQuery } from '@tanstack/react-query'
import { api, type Returns, read } from '../api.ts'
import { basePath } from '../base-path.ts'
import { screenAfterSwitch } from './screen-after-switch.ts'

export type OwnOrganization = Returns<'GET /api/auth/organizations'>['items'][number]

const ownOrganizations = read('GET /api/auth/organizations')

/** The organizations of the person, and a mutation that makes the session show another one. */
export function useOrganizations() {
  const { data } = useQuery(ownOrganizations)
  const change = useMutation({
    mutationFn: ({ id }: OwnOrganization) =>
      api('POST /api/auth/organization', { body: { organization_id: id } }),
    // A full page load, so that nothing of the other organization stays in memory.
    onSuccess: (_, { role }) =>
      location.assign(basePath + screenAfterSwitch(location.pathname.slice(basePath.length), role)),
  })
  return { organizations: data?.items ?? [], change }
}
