"""An S3 server for tests: OpenStack Swift from Debian's packages, its four parts in this one process.

s3-server.py FOLDER: keeps its data in FOLDER, prints the port that it listens on, and ends when its standard input does.
The access key is "test:tester", the secret "testing", the region us-east-1.
"""
import os
import sys

import eventlet
import eventlet.tpool
import eventlet.wsgi

eventlet.monkey_patch()

from swift.common import utils  # noqa: E402
from swift.common.ring import RingBuilder  # noqa: E402
from swift.common.wsgi import SwiftHttpProtocol, loadapp  # noqa: E402

# Otherwise /etc/swift/swift.conf has to have them.
utils.HASH_PATH_PREFIX = utils.HASH_PATH_SUFFIX = b"tests"

PROXY = """
[pipeline:main]
pipeline = catch_errors gatekeeper listing_formats bulk s3api tempauth slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
user_test_stranger = testing
""" + "".join(
    f"[filter:{name}]\nuse = egg:swift#{name}\n" for name in ("catch_errors", "gatekeeper", "listing_formats", "bulk", "slo", "dlo")
)


class Cache(dict):
    """Stands in for memcached, which the proxy insists on."""

    def __bool__(self):
        return True

    def get(self, key, *_args, **_options):
        return super().get(key)

    def set(self, key, value, *_args, **_options):
        self[key] = value

    def delete(self, key, *_args, **_options):
        self.pop(key, None)


def main(folder):
    devices = os.path.join(folder, "devices")
    os.makedirs(os.path.join(devices, "disk"))
    cache = Cache()
    shared = f"swift_dir = {folder}\nlog_level = CRITICAL\n"

    def configured(name, text):
        file = os.path.join(folder, f"{name}.conf")
        with open(file, "w") as conf:
            conf.write(f"[DEFAULT]\n{shared}{text}")
        return file

    def serve(name, text, sock):
        app = loadapp(configured(name, text))

        def with_cache(env, start_response):
            env["swift.cache"] = cache
            return app(env, start_response)

        eventlet.spawn(eventlet.wsgi.server, sock, with_cache, log=open(os.devnull, "w"), protocol=SwiftHttpProtocol, keepalive=True)

    parts = {name: eventlet.listen(("127.0.0.1", 0)) for name in ("account", "container", "object")}
    for name, sock in parts.items():
        builder = RingBuilder(1, 1, 0)
        address = {"ip": "127.0.0.1", "port": sock.getsockname()[1]}
        builder.add_dev({"id": 0, "region": 1, "zone": 1, "weight": 1, "device": "disk", **address})
        builder.rebalance()
        builder.get_ring().save(os.path.join(folder, f"{name}.ring.gz"))
    for name, sock in parts.items():
        text = f"devices = {devices}\nmount_check = false\n[pipeline:main]\npipeline = app\n[app:app]\nuse = egg:swift#{name}\n"
        serve(name, text, sock)
    front = eventlet.listen(("127.0.0.1", 0))
    serve("proxy", PROXY, front)
    print(front.getsockname()[1], flush=True)
    eventlet.tpool.execute(sys.stdin.read)


main(sys.argv[1])
