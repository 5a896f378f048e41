// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IMinimalForwarder} from "../../src/interfaces/IMinimalForwarder.sol";
import {TestBase} from "./TestBase.sol";

/// @title A deployed forwarder, people with keys, and their signed requests
abstract contract ForwardingBase is TestBase {
    struct Actor {
        address addr;
        uint256 key;
    }

    uint256 internal constant SECP256K1_ORDER =
        0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141;
    bytes32 private constant DOMAIN_TYPEHASH =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
    bytes32 private constant REQUEST_TYPEHASH = keccak256(
        "ForwardRequest(address from,address to,uint256 value,uint256 gas,uint256 nonce,uint48 deadline,bytes data)"
    );

    IMinimalForwarder internal forwarder;

    function setUp() public virtual {
        // A real date: most tests need a past to report on.
        vm.warp(1_800_000_000);
        forwarder = IMinimalForwarder(deployArtifact("MinimalForwarder.sol:MinimalForwarder", ""));
    }

    function makeActor(string memory name) internal returns (Actor memory actor) {
        actor = actorOf(uint256(keccak256(bytes(name))));
        vm.label(actor.addr, name);
    }

    /// @dev Any number makes a person, so that fuzzed strangers can sign too.
    function actorOf(uint256 seed) internal pure returns (Actor memory) {
        uint256 key = bound(seed, 1, SECP256K1_ORDER - 1);
        return Actor({addr: vm.addr(key), key: key});
    }

    /// @dev The signer's next request, without a deadline.
    function requestOf(Actor memory from, address to, bytes memory data)
        internal
        view
        returns (IMinimalForwarder.ForwardRequest memory)
    {
        return IMinimalForwarder.ForwardRequest({
            from: from.addr,
            to: to,
            value: 0,
            gas: 3_000_000,
            nonce: forwarder.getNonce(from.addr),
            deadline: 0,
            data: data
        });
    }

    function signRequest(Actor memory signer, IMinimalForwarder.ForwardRequest memory req)
        internal
        view
        returns (bytes memory signature)
    {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(signer.key, requestDigest(address(forwarder), req));
        return abi.encodePacked(r, s, v);
    }

    /// @dev Written out here on its own, so that a mistake in the contract's hashing shows.
    function requestDigest(address verifyingContract, IMinimalForwarder.ForwardRequest memory req)
        internal
        view
        returns (bytes32)
    {
        bytes32 domain = keccak256(
            abi.encode(
                DOMAIN_TYPEHASH, keccak256("MinimalForwarder"), keccak256("1"), block.chainid, verifyingContract
            )
        );
        bytes32 message = keccak256(
            abi.encode(
                REQUEST_TYPEHASH,
                req.from,
                req.to,
                req.value,
                req.gas,
                req.nonce,
                req.deadline,
                keccak256(req.data)
            )
        );
        return keccak256(abi.encodePacked("\x19\x01", domain, message));
    }
}
