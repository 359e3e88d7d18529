import { z } from 'zod'
import { brandInPath, rowInBrand } from '../brands/brands.ts'
import { Uuid } from '../core/ids.ts'
import { NoContent, route } from '../http/route.ts'
import {
  changeGoal,
  createGoal,
  deleteGoal,
  Goal,
  GoalChange,
  listGoals,
  NewGoal,
  showGoal,
} from './goals.ts'

const oneGoal = {
  params: { ...brandInPath.params, id: Uuid.describe('Id of the goal.') },
  find: { ...brandInPath.find, goal: rowInBrand('goals') },
}

export const goalRoutes = {
  'GET /api/brands/:brand/goals': route({
    access: 'read',
    invalidatedBy: null,
    summary: 'List goals',
    description: 'What counts as a conversion of a visit from an AI platform.',
    ...brandInPath,
    returns: z.object({ items: z.array(Goal) }),
    run: async (ctx, { found }) => ({ items: (await listGoals(ctx, found.brand.id)).map(showGoal) }),
  }),
  'POST /api/brands/:brand/goals': route({
    access: 'write',
    summary: 'Add a goal',
    description:
      'Conversions are counted from about a minute later, on pages whose script tag has the attribute `data-goals`. At most 20 per brand.',
    ...brandInPath,
    body: NewGoal,
    errors: ['conflict'],
    returns: Goal,
    status: 201,
    run: async (ctx, { found, body }) => showGoal(await createGoal(ctx, found.brand.id, body)),
  }),
  'PATCH /api/brands/:brand/goals/:id': route({
    access: 'write',
    summary: 'Update a goal',
    description:
      'Omitted fields keep their values. What a goal counts cannot be changed: delete it, and add another.',
    ...oneGoal,
    body: GoalChange,
    returns: Goal,
    run: async (ctx, { found, body }) => showGoal(await changeGoal(ctx, found.goal, body)),
  }),
  'DELETE /api/brands/:brand/goals/:id': route({
    access: 'write',
    summary: 'Delete a goal',
    description: 'Deletes its conversions too.',
    ...oneGoal,
    returns: NoContent,
    status: 204,
    run: (ctx, { found }) => deleteGoal(ctx, found.goal),
  }),
}
