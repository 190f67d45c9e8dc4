#!/bin/sh
# Written by headroom for an endpoint that scales to zero.
#
# Asynchronous endpoint speech-async, variant blue: 0 to 5 instances, 5 requests of backlog for
#   each.
# Registering the target moves the live instance count into 0..5 at once.
# Not contained, and needed:
#   the service role: AWS makes AWSServiceRoleForApplicationAutoScaling_SageMakerEndpoint itself, if
#     whoever deploys may call iam:CreateServiceLinkedRole
#   the topics: no alert calls anybody, and the endpoint announces no success and no failure, until
#     SNS topics are named in its AsyncInferenceConfig and in the alerts
#   the encryption: keys of the buckets, of the topics and of the endpoint's volumes are the
#     endpoint's own configuration
#   the reconciliation: nothing here looks for outputs that were written and never announced;
#     `headroom async ledger` says which jobs to look for
#
# usage: sh deploy.sh [--region REGION] [--apply]
# Prints the calls that bring this configuration about. With --apply it makes them, in this order.
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
printf '%s\n' 'Registering the target moves the live instance count into 0..5 at once.'

run aws application-autoscaling register-scalable-target --region "$region" \
    --cli-input-json "file://$dir/register-scalable-target.json"

# Target: chosen; queued and executing requests of one instance, so the maximum answers a backlog of
#   25
# Cooldowns: chosen; counted from the success of the scale-out, not from its start
run aws application-autoscaling put-scaling-policy --region "$region" \
    --cli-input-json "file://$dir/put-scaling-policy-backlog.json"

# The alarm calls the policy by its ARN, which is only known after this call.
set -- aws application-autoscaling put-scaling-policy --region "$region" \
    --cli-input-json "file://$dir/put-scaling-policy-wake.json" --query PolicyARN --output text
show "$@"
arn='PolicyARN of the call above'
if [ "$apply" = yes ]; then
    arn=$("$@")
    case $arn in
    '' | None) fail 'the wake policy came back without an ARN; its alarm was not made' ;;
    esac
fi
run aws cloudwatch put-metric-alarm --region "$region" \
    --cli-input-json "file://$dir/put-metric-alarm-wake.json" --alarm-actions "$arn"

run aws cloudwatch put-metric-alarm --region "$region" \
    --cli-input-json "file://$dir/"'put-metric-alarm-expired-requests.json'
run aws cloudwatch put-metric-alarm --region "$region" \
    --cli-input-json "file://$dir/"'put-metric-alarm-notification-failures.json'
run aws cloudwatch put-metric-alarm --region "$region" \
    --cli-input-json "file://$dir/"'put-metric-alarm-age-of-oldest-request.json'

printf '%s\n' 'Not contained, and needed:'
printf '  %s\n' 'the service role: AWS makes AWSServiceRoleForApplicationAutoScaling_SageMakerEndpoint itself, if whoever deploys may call iam:CreateServiceLinkedRole'
printf '  %s\n' 'the topics: no alert calls anybody, and the endpoint announces no success and no failure, until SNS topics are named in its AsyncInferenceConfig and in the alerts'
printf '  %s\n' 'the encryption: keys of the buckets, of the topics and of the endpoint'\''s volumes are the endpoint'\''s own configuration'
printf '  %s\n' 'the reconciliation: nothing here looks for outputs that were written and never announced; `headroom async ledger` says which jobs to look for'
