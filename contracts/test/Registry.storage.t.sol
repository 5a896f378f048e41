// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../src/interfaces/IRegistry.sol";
import {RegistryTest} from "./base/RegistryTest.sol";

/// @dev Reads raw slots, as the verifier of a storage proof does: the layout is part of the interface.
contract RegistryStorageTest is RegistryTest {
    function test_GivenAnAgentsWallet() public {
        registerChild(agentId, "child");
        assertEq(uint256(walletSlot(wallet.addr)), 1);
        assertEq(uint256(walletSlot(makeActor("child").addr)), 2);
        assertEq(uint256(walletSlot(stranger.addr)), 0);
    }

    function test_GivenARecord() public {
        Registration memory r = registration();
        (r.agentWallet, r.parentAgentId, r.selfModifying) = (stranger.addr, agentId, true);
        uint256 id = register(stranger, r);
        vm.warp(block.timestamp + 100);
        vm.prank(stranger.addr);
        registry.attestCompliance(id);
        uint256 attestedAt = block.timestamp;
        vm.warp(block.timestamp + 50);
        vm.prank(stranger.addr);
        registry.reportRevenue(id, 1, "EUR", "research", 0, 1);
        giveStatus(id, IRegistry.Status.Revoked);

        uint256 slot = uint256(recordSlot(id));
        assertEq(address(uint160(slot)), stranger.addr, "bits 0-159: agentWallet");
        assertEq(uint40(slot >> 160), attestedAt, "bits 160-199: lastAttestation");
        assertEq(uint40(slot >> 200), block.timestamp, "bits 200-239: lastRevenueReport");
        assertEq(uint8(slot >> 240), 2, "bits 240-247: status");
        // self-modifying (1) and the wallet's own consent (2)
        assertEq(uint8(slot >> 248), 3, "bits 248-255: flags");
    }

    function test_GivenEveryFlag() public {
        assertEq(uint256(recordSlot(agentId)) >> 248, 8, "a root has the parent's consent");
        vm.prank(wallet.addr);
        registry.confirmAgent(agentId);
        assertEq(uint256(recordSlot(agentId)) >> 248, 8 + 2, "the wallet's");
        vm.prank(haftungsperson.addr);
        registry.confirmAgent(agentId);
        assertEq(uint256(recordSlot(agentId)) >> 248, 8 + 2 + 4, "the haftungsperson's");
    }

    function testFuzz_GivenAnyStandingAndTime(uint256 elapsed, uint8 status, bool known) public {
        giveStatus(agentId, IRegistry.Status(status % 4));
        vm.warp(registeredAt + elapsed % 14 days);
        address asked = known ? wallet.addr : stranger.addr;
        assertEq(verdictFromSlots(asked), registry.isRegisteredAndCompliant(asked));
        assertEq(walletSlot(asked) != 0, registry.isRegistered(asked));
    }

    /// @dev The verdict of a verifier that trusts two proven slots and nothing else.
    function verdictFromSlots(address agentWallet) private view returns (bool) {
        uint256 id = uint256(walletSlot(agentWallet));
        if (id == 0) return false;
        uint256 slot = uint256(recordSlot(id));
        bool isActive = uint8(slot >> 240) == 0;
        bool isCurrent = block.timestamp - uint40(slot >> 160) <= 7 days;
        return address(uint160(slot)) == agentWallet && isActive && isCurrent;
    }

    function walletSlot(address agentWallet) private view returns (bytes32) {
        return vm.load(address(registry), keccak256(abi.encode(agentWallet, 0)));
    }

    function recordSlot(uint256 id) private view returns (bytes32) {
        return vm.load(address(registry), keccak256(abi.encode(id, 1)));
    }
}
