#!/bin/sh
# Written by headroom from a plan. Every number below says where it comes from.
#
# kokoro-82m on ml.g5.xlarge, method published, verdict warn (2)
# Made from:
#   qmax qmax-kokoro-82m-response-stream-g5xlarge-8b1b96bc.json
#     sha256 fbc643d35b2bfd86bf0d496054e6d3a2b90405b3da09a39dfe2d75dd0e2a56b5
#   ttotal ttotal-kokoro-82m-force-desired-g5xlarge-8b1b96bc.json
#     sha256 02f5f43e12d2a930d3a25b85801284b5f1862b0110ff296ba6c2ff95b3213983
# Registering the target moves the live instance count into 1..9 at once.
# What the plan found:
#   OK measurement_trust: what was found
#   ---- curve_repeatability: what was found
#   OK slo_budget: what was found
#   OK invocation_ceiling: what was found
#   OK queue_depth: what was found
#   OK threshold_units: what was found
#   WARN surge_survival: what was found To do: Do this.
#   WARN scale_in_safety: what was found To do: Do this.
#   OK fleet_cost: what was found
#   OK provision_stage: what was found
#   STOP audit peak_flow: what the audit says
#   WARN audit surge_exact: what the audit says
#   WARN audit surge_growth: what the audit says
#   WARN audit survivable: what the audit says
#   WARN audit unit_cost: what the audit says
#   WARN audit slo_margin: what the audit says
#
# usage: sh deploy.sh [--region REGION] [--apply]
# Prints the calls that bring this plan about. With --apply it makes them, in this order.
set -eu
export AWS_PAGER=

fail() {
    printf 'deploy.sh: %s\n' "$1" >&2
    exit 2
}

region= apply=no
while [ $# -gt 0 ]; do
    case $1 in
    --region)
        [ $# -ge 2 ] || fail '--region needs a value'
        region=$2
        shift
        ;;
    --region=*) region=${1#--region=} ;;
    --apply) apply=yes ;;
    --help)
        printf '%s\n' 'usage: sh deploy.sh [--region REGION] [--apply]' \
            'Prints the AWS CLI calls that bring the plan about. With --apply it makes them.'
        exit 0
        ;;
    *) fail "unknown option '$1'; there are --region REGION, --apply and --help" ;;
    esac
    shift
done
case $region in
'')
    [ "$apply" = no ] || fail '--apply needs --region REGION'
    region=REGION
    ;;
*[!a-z0-9-]*) fail "'$region' is no name of a region" ;;
esac
dir=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)

show() {
    printf '%s' '$'
    for word; do
        case $word in
        *[!A-Za-z0-9_./:=@-]*) printf " '%s'" "$(printf '%s' "$word" | sed "s/'/'\\\\''/g")" ;;
        *) printf ' %s' "$word" ;;
        esac
    done
    printf '\n'
}

run() {
    show "$@"
    if [ "$apply" = yes ]; then
        "$@"
    fi
}

if [ "$apply" = no ]; then
    printf '%s\n' 'Nothing is called; --apply makes these calls:'
fi
printf '%s\n' 'Registering the target moves the live instance count into 1..9 at once.'

# Capacity: the larger of the floor 1 and the fleet for the trough (10 requests/s); scale-in is safe
#   from 3 up
# to: the fleet for the peak (5 000 requests/s), at least the minimum
run aws application-autoscaling register-scalable-target --region "$region" \
    --cli-input-json "file://$dir/register-scalable-target.json"

# Target: C_scale_max 37.50 = (1 - 0.25) x Q_max 50, x 1.000 measured units of CloudWatch
# Scale-out cooldown: half of T_total 320.2 s, kept within 10 s and 30 s
run aws application-autoscaling put-scaling-policy --region "$region" \
    --cli-input-json "file://$dir/put-scaling-policy-scale-out.json"

# Scale-in cooldown: three times T_total 320.2 s, at least 300 s
# The alarm calls the policy by its ARN, which is only known after this call.
set -- aws application-autoscaling put-scaling-policy --region "$region" \
    --cli-input-json "file://$dir/put-scaling-policy-scale-in.json" --query PolicyARN --output text
show "$@"
arn='PolicyARN of the call above'
if [ "$apply" = yes ]; then
    arn=$("$@")
    case $arn in
    '' | None) fail 'the scale-in policy came back without an ARN; its alarm was not made' ;;
    esac
fi

# Scale-in threshold: C_scale_min 25.00 = (1 - 2 x 0.25) x Q_max 50, x 1.000
run aws cloudwatch put-metric-alarm --region "$region" \
    --cli-input-json "file://$dir/put-metric-alarm-scale-in.json" --alarm-actions "$arn"

# Alarm: 65.4 ms, the p95 time to first audio byte of a request that is alone; the metric counts
#   microseconds
run aws cloudwatch put-metric-alarm --region "$region" \
    --cli-input-json "file://$dir/put-metric-alarm-first-chunk.json"

# A dashboard names its region; the plan does not know it.
if [ "$apply" = yes ]; then
    body=$(sed "s/@REGION@/$region/g" "$dir/dashboard.json")
    show aws cloudwatch put-dashboard --region "$region" --cli-input-json "file://$dir/dashboard.json"
    aws cloudwatch put-dashboard --region "$region" --cli-input-json "$body"
else
    show aws cloudwatch put-dashboard --region "$region" --cli-input-json "file://$dir/dashboard.json"
    printf '%s\n' '  (with the region in the place of @REGION@)'
fi

# Q_max: a request behind it would miss the SLO, so it is refused
printf '%s\n' 'Set in the environment of the model container, by whoever deploys the model:' \
    '  MAX_QUEUE_DEPTH=50'
