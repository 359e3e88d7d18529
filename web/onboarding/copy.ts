/** The texts of setting up a brand, from its website to the results of its first run. */
import { formatCount, formatQuantity, formatRange } from '../../vocabulary/formats.ts'
import { translated } from '../../vocabulary/language.ts'

type Interval = { low: number; high: number }

export const copy = translated('onboarding', {
  steps: {
    label: 'Steps',
    completed: 'Completed:',
    website: 'Website',
    brand: 'Brand',
    prompts: 'Prompts',
    engine: 'Connect an engine',
    firstRun: 'First run',
  },
  continue: 'Continue',
  back: 'Back',
  cancel: 'Cancel',
  newBrandPage: {
    title: 'Add brand',
    lead: 'Tell us what to track.',
    notAllowed:
      'You don’t have permission to add brands. Ask an owner or admin to add the brand, or to give you access to all brands.',
  },
  websiteStep: {
    website: 'Website',
    placeholder: 'acme.com',
    hint: 'We’ll read your home page once to pre-fill the next step. Nothing is saved until you finish.',
    reading: 'Reading the site…',
  },
  brandStep: {
    siteUnreadable: (domain: string, problem: string) =>
      `We couldn’t read ${domain}: ${problem}. Fill in the details below.`,
    suggestedFromSite: (domain: string) =>
      `We filled in values from the home page of ${domain}. Review them and correct what is wrong.`,
    suggestedByModel: (domain: string) =>
      `We filled in values from the home page of ${domain} and the language model. Review them and correct what is wrong.`,
    suggestedWithoutSite: (problem: string) => `We couldn’t read the site itself: ${problem}.`,
    name: 'Name',
    domain: 'Domain',
    domainHint: 'Citations of this domain and its subdomains count as yours.',
    aliases: 'Aliases, one per line',
    aliasesHint: 'Other names that mean only this brand.',
    offering: 'Product or category',
    offeringPlaceholder: 'running shoes',
    offeringHint: 'In your customers’ words, without your name. Used to generate prompts.',
    industry: 'Industry',
    industryPlaceholder: 'Sports equipment',
    industryHint: 'Used to generate prompts.',
    description: 'Description',
  },
  competitorFields: {
    title: 'Competitors',
    optional: 'Optional',
    lead: 'Competitors give your metrics a benchmark. After the first run, we suggest others that answers mention often.',
    add: 'Add competitor',
    name: (number: number) => `Competitor ${number}`,
    domain: (number: number) => `Domain of competitor ${number}`,
    remove: (number: number) => `Remove competitor ${number}`,
  },
  promptsStep: {
    noSuggestions: (reason: string) => `No prompt suggestions: ${reason} Write your own prompts below.`,
    suggestedByModel: 'Suggested by the language model.',
    suggestedFromTemplates: 'Suggested from templates.',
    advice:
      'The most useful prompts are from people who don’t know you yet, so branded prompts are not selected.',
    include: (text: string) => `Include: ${text}`,
    prompt: (number: number) => `Prompt ${number}`,
    branded: 'Branded',
    ownPrompts: 'Your own prompts, one per line',
    ownPlaceholder: 'What is the best …?',
    addBrand: 'Add brand',
    addBrandWith: (prompts: number) => `Add brand with ${formatQuantity(prompts, 'prompt')}`,
  },
  firstRunPage: {
    title: 'First run',
    lead: (brand: string) =>
      `Run your prompts about ${brand} on each platform. Every answer is stored in full.`,
    noPrompts: 'No prompts yet',
    noPromptsHint: 'Write what a customer would ask before they know you, then come back here.',
    addPrompts: 'Add prompts',
    notAllowed: 'You have read-only access. Ask a member with write access to start the first run.',
    leavePage: 'You can leave this page; the run continues in the background.',
    cancelled: 'The run was cancelled before any platform answered.',
    tryAgain: 'Try again',
  },
  connectStep: {
    lead: 'Ansight sends your prompts to engines with your own keys. Keys are encrypted, stay on this server and are sent only to the provider.',
    test: 'Test',
    testAgain: 'Test again',
    testing: 'Testing',
    answered: '(available)',
    notAnswered: '(not available)',
    connect: 'Connect a real engine',
    connectMore: 'Connect more engines',
    continueSimulated: 'Continue with simulated answers',
    ownKeysLead:
      'OpenRouter needs one key for ChatGPT, Claude, Gemini, Grok and Perplexity. Copilot and Google’s AI answers need a scraper.',
    keysLead: 'An owner or admin can add a key, or set one of these on the server.',
    options: {
      openRouter: {
        name: 'OpenRouter',
        explanation: 'One key for ChatGPT, Claude, Gemini, Grok and Perplexity.',
      },
      providers: { name: 'Provider keys', explanation: 'Each provider with its own key.' },
      scrapers: {
        name: 'Scrapers',
        explanation: 'What people see in the apps, including Copilot and Google’s AI answers.',
      },
    },
    cost: {
      title: 'Expected cost',
      perMonth: (cost: string) => `${cost} a month`,
      free: 'Free',
      unknown: 'Unknown',
      answers: (count: number) => `${formatQuantity(count, 'answer')} a month`,
      prompts: 'Prompts',
      platforms: 'Platforms',
      basis:
        'Assumes daily runs at the recent or typical price per answer. Choose platforms and frequency in the next step.',
    },
  },
  platformsStep: {
    platforms: 'Platforms',
    lead: 'Every prompt is run on each platform. You can change this later in the brand settings.',
    frequency: 'Run frequency',
    run: 'Run now',
    queries: (count: number) => formatQuantity(count, 'query', 'queries'),
    noPlatform: 'Select a platform to run the prompts on.',
  },
  firstInsight: {
    label: 'First results',
    noAnswers:
      'No platform has returned an answer yet, so there are no metrics. Check the platform status, then run the prompts again.',
    mentionRate: '{rate} of {answers} mention {brand}.',
    mentionRateUnbranded: '{rate} of {answers} mention {brand} (unbranded prompts).',
    answers: (count: number) => formatQuantity(count, 'answer'),
    sample: (answers: number, prompts: number, interval: Interval | null) =>
      `n = ${formatCount(answers)}, ${formatQuantity(prompts, 'prompt')}${
        interval === null ? '' : `; 95% CI ${formatRange(interval, '%')}`
      }. One run is a snapshot: more runs narrow the interval.`,
    platforms: '{best} mentions it most ({bestRate} of its answers), {worst} least ({worstRate}).',
    competitor: '{competitor} is mentioned in {rate} of the same answers.',
    competitorAhead: '{competitor} is mentioned in {rate} of the same answers, more often than you.',
    cited: '{rate} of the answers cite a page of {brand}.',
    notCited: (brand: string) => `No answers cite a page of ${brand} yet.`,
    platformErrors: 'Some platforms had errors; see below.',
    viewOverview: 'View overview',
    viewAnswers: 'View answers',
  },
})
