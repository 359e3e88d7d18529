/** The topics of a brand with the visibility in the answers to their prompts. */
import { z } from 'zod'
import { Count, Platform } from './fields.ts'
import { defineMetric } from './metrics.ts'
import { GroupChange, GroupFields, GroupPlatform, groupWindow, readGroups } from './prompt-groups.ts'
import { describeMetric, MetricHeader, metricHeader } from './values.ts'

const Topics = z
  .object({
    ...MetricHeader,
    topics: z.array(
      z.object({
        id: z.uuid().describe('Id of the topic.'),
        name: z.string().describe('Name of the topic.'),
        prompt_count: Count.describe('Prompts of the topic, excluding deleted ones.'),
        ...GroupFields,
        change: GroupChange,
      }),
    ),
    platforms: z.array(GroupPlatform).describe('Each platform, over all of its models and topics.'),
    topic_platforms: z
      .array(
        z.object({
          topic_id: z.uuid().describe('Id of the topic.'),
          platform: Platform,
          ...GroupFields,
        }),
      )
      .describe('Each topic on each platform that answered its prompts.'),
  })
  .meta({ id: 'Topics' })

export const topics = defineMetric({
  ...groupWindow,
  summary: 'List topics with their visibility',
  whenToUse:
    'Answers "in which topics is the brand strong or weak?" Returns the ids that the parameter topic_id of other tools takes. For tags, personas and markets use list_prompt_groups, for single prompts get_prompt_performance.',
  description: describeMetric(
    ['visibility_score', 'mention_rate'],
    'The score of a topic is the average over the answers to its prompts.',
  ),
  query: {},
  returns: Topics,
  read: async (window) => {
    const { groups, platforms, group_platforms } = await readGroups(window, 'topic')
    return {
      ...metricHeader(window.scope),
      topics: groups.map(({ key: id, name, filter: _, ...numbers }) => ({
        id,
        name: name ?? '',
        ...numbers,
      })),
      platforms,
      topic_platforms: group_platforms.map(({ key: topic_id, ...numbers }) => ({ topic_id, ...numbers })),
    }
  },
})
