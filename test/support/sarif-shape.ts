// What SARIF 2.1.0 asks of the parts of a log that we write, as JSON Schema (draft-07): required members, types, enums, and no
// member that the standard does not have. Facts from the OASIS standard, in our words.

const text = { type: 'string', minLength: 1 };
const uri = { type: 'string', minLength: 1, pattern: '^[^\\s]+$' };
const message = {
  type: 'object',
  required: ['text'],
  properties: { text },
  additionalProperties: false,
};
const artifactLocation = {
  type: 'object',
  properties: { uri, uriBaseId: text, index: { type: 'integer', minimum: -1 } },
  additionalProperties: false,
};
const location = {
  type: 'object',
  properties: {
    id: { type: 'integer', minimum: -1 },
    message,
    physicalLocation: {
      type: 'object',
      required: ['artifactLocation'],
      properties: {
        artifactLocation,
        region: {
          type: 'object',
          properties: { startLine: { type: 'integer', minimum: 1 } },
          additionalProperties: false,
        },
      },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
};
const level = { enum: ['none', 'note', 'warning', 'error'] };
const properties = { type: 'object' };

const rule = {
  type: 'object',
  required: ['id'],
  properties: {
    id: text,
    name: { type: 'string', pattern: '^[A-Z][A-Za-z0-9]*$' },
    shortDescription: message,
    fullDescription: message,
    help: message,
    helpUri: uri,
    defaultConfiguration: {
      type: 'object',
      properties: { level, enabled: { type: 'boolean' } },
      additionalProperties: false,
    },
    properties,
  },
  additionalProperties: false,
};

const result = {
  type: 'object',
  required: ['message'],
  properties: {
    ruleId: text,
    ruleIndex: { type: 'integer', minimum: 0 },
    level,
    message,
    locations: { type: 'array', items: location },
    relatedLocations: { type: 'array', items: location },
    partialFingerprints: { type: 'object', additionalProperties: { type: 'string' } },
    baselineState: { enum: ['new', 'unchanged', 'updated', 'absent'] },
    properties,
  },
  additionalProperties: false,
};

export const sarifShape = {
  type: 'object',
  required: ['version', 'runs'],
  properties: {
    $schema: uri,
    version: { const: '2.1.0' },
    runs: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['tool'],
        properties: {
          tool: {
            type: 'object',
            required: ['driver'],
            properties: {
              driver: {
                type: 'object',
                required: ['name'],
                properties: {
                  name: text,
                  version: text,
                  semanticVersion: text,
                  rules: { type: 'array', items: rule, uniqueItems: true },
                },
                additionalProperties: false,
              },
            },
            additionalProperties: false,
          },
          columnKind: { enum: ['utf16CodeUnits', 'unicodeCodePoints'] },
          originalUriBaseIds: { type: 'object', additionalProperties: artifactLocation },
          invocations: {
            type: 'array',
            items: {
              type: 'object',
              required: ['executionSuccessful'],
              properties: {
                executionSuccessful: { type: 'boolean' },
                startTimeUtc: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT.*Z$' },
                properties,
              },
              additionalProperties: false,
            },
          },
          results: { type: 'array', items: result },
        },
        additionalProperties: false,
      },
    },
  },
  additionalProperties: false,
} as const;
