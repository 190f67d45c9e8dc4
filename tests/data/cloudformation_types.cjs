// Writes cloudformation_types.json: the published resource specification of the few types that emit uses (a
// required property ends in !, [x] is a list of x, #X a definition).
// Run it where the packages @aws-cdk/aws-service-spec and @aws-cdk/service-spec-types are installed:
//   NODE_PATH=DIR/node_modules node tests/data/cloudformation_types.cjs > tests/data/cloudformation_types.json
const { loadAwsServiceSpecSync } = require('@aws-cdk/aws-service-spec');
const types = ['AWS::ApplicationAutoScaling::ScalableTarget', 'AWS::ApplicationAutoScaling::ScalingPolicy',
  'AWS::CloudWatch::Alarm', 'AWS::CloudWatch::Dashboard'];
const db = loadAwsServiceSpecSync();
const definitions = {};

function shape(t) {
  switch (t.type) {
    case 'array': return [shape(t.element)];
    case 'map': return { map: shape(t.element) };
    case 'union': return { union: t.types.map(shape) };
    case 'ref': {
      const def = db.get('typeDefinition', t.reference.$ref);
      if (!(def.name in definitions)) {
        definitions[def.name] = null;
        definitions[def.name] = properties(def.properties);
      }
      return '#' + def.name;
    }
    default: return t.type;
  }
}

function properties(ps) {
  const out = {};
  for (const name of Object.keys(ps).sort())
    if (!name.startsWith('Predictive')) out[name + (ps[name].required ? '!' : '')] = shape(ps[name].type);
  return out;
}

const resources = {};
for (const type of types) {
  const r = db.lookup('resource', 'cloudFormationType', 'equals', type)[0];
  for (const k of Object.keys(definitions)) delete definitions[k];
  const p = properties(r.properties);
  resources[type] = { properties: p, definitions: { ...definitions } };
}
const version = require('@aws-cdk/aws-service-spec/package.json').version;
console.log(JSON.stringify({ origin: 'npm @aws-cdk/aws-service-spec ' + version, types: resources }, null, 1));
